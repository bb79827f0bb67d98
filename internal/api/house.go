package api

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"quadrille/internal/lobby"
	"quadrille/internal/player"
	"quadrille/internal/setup"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/rules"
)

// verbs are all requests.
var verbs []verb

func init() { // they list themselves
	verbs = []verb{
		on("hello", "come in, first of all; a key that has no name yet gets `name`", helloResult{}, (*session).hello),
		on("ping", "return the time", pingResult{}, (*session).ping),
		on("games", "list the games, with their options", gamesResult{}, (*session).games),
		on("tables", "list the lobby: tables that wait, play or have finished lately, 200 of a kind at most, and who is here; `waiting` and `playing` are how many there are in all. With `after` list all live tables page by page, by number, from `after` 0: `next` is the `after` of the next page", tablesResult{}, (*session).list),
		on("new", "open a table; the options are those of `ssh HOST new`. One whose game has not begun closes 15 minutes after its host was here last if nobody sits there, and counts until then", newResult{}, (*session).create),
		on("sit", "take the seat; without `seat` return to your own, or take the first that is open; then as `watch`", State{}, (*session).sit),
		on("watch", "return how the table stands, and be told from then on what happens there", State{}, (*session).watch),
		on("leave", "stop following the table; before the game you stand up, in a game the seat waits", leaveResult{}, (*session).depart),
		on("state", "return how the table stands, with the position in the game's own text", State{}, (*session).stateOf),
		on("legal", "list what the seat to move may do", legalResult{}, (*session).legal),
		on("ready", "say that you are ready, for all your seats; when everybody is, the game begins. `ready` false takes it back", done{}, (*session).ready),
		on("act", "", actResult{}, (*session).act),
		on("resign", "resign; where a partner has to agree it is a proposal, `proposed`, which partners alone are told of", actResult{}, (*session).resign),
		on("offer", "offer, accept or decline `what`: see the commands below. Without `say` you offer", done{}, (*session).offer),
		on("vote", "vote how to continue without a player who has left; without `choice` take the vote back", done{}, (*session).vote),
		on("say", "", done{}, (*session).say),
		on("bring", "let a bot of the server sit down, for the host before the game; `level` is 1 to 6", done{}, (*session).bring),
		on("report", "tell the moderators about somebody, with the last lines of chat at `table`, which has to be followed; the result is the number of the report", reportResult{}, report),
	}
}

type helloRequest struct {
	// Name is what a key that has no name yet is called from now on.
	Name string `json:"name,omitempty"`
}

type helloResult struct {
	Server     string   `json:"server"`
	You        Person   `json:"you"`
	Named      bool     `json:"named"`                 // whether you can sit
	ReturnCode string   `json:"return_code,omitempty"` // of a guest
	Requests   []string `json:"requests"`
	MaxLine    int      `json:"max_line"`
	PerSecond  int      `json:"per_second"`
	MaxTables  int      `json:"max_tables"`
}

// hello makes the program somebody who is here.
func (s *session) hello(in helloRequest) (any, error) {
	if in.Name != "" && !s.Named {
		p, err := s.Directory.Claim(s.ctx, s.me.ID, in.Name)
		if err != nil {
			return nil, err
		}
		s.me.Name, s.Named = p.Name, true
	}
	if !s.greeted {
		s.greeted = true
		s.visit = s.Lobby.Enter(s.me)
		s.inbox = s.Lobby.Inbox(s.me.ID)
		s.letters = pump(s, "invitations", s.inbox.Take)
		s.board.follow(s)
	}
	return helloResult{
		Server: "quadrille " + s.Version, You: s.present.person(s.me), Named: s.Named, ReturnCode: s.ReturnCode,
		Requests: verbNames(), MaxLine: MaxLine, PerSecond: perSecond, MaxTables: maxTables,
	}, nil
}

type bare struct{}

// done is the result of what has none.
type done struct{}

type pingResult struct {
	At time.Time `json:"at"`
}

func (s *session) ping(bare) (any, error) { return pingResult{s.clock().UTC()}, nil }

type gameResult struct {
	Game    string         `json:"game"`
	Title   string         `json:"title"`
	Line    string         `json:"line"`
	Options []optionResult `json:"options"`
}

type optionResult struct {
	Name    string   `json:"name"`
	Default string   `json:"default"`
	Choices []string `json:"choices,omitempty"`
	Line    string   `json:"line"`
}

type gamesResult struct {
	Games []gameResult `json:"games"`
}

func (s *session) games(bare) (any, error) {
	var out gamesResult
	for _, def := range setup.Offers() {
		game := gameResult{Game: def.Name, Title: def.Title, Line: def.Summary}
		for _, o := range slices.Concat(def.Options, setup.TableOptions(&def)) {
			game.Options = append(game.Options, optionResult{o.Name, o.Default, o.Choices, o.Help})
		}
		out.Games = append(out.Games, game)
	}
	return out, nil
}

// tablesRequest asks for a page of the live tables by number with After; without it
// for the tables of the lobby.
type tablesRequest struct {
	After *table.ID `json:"after,omitempty"`
	Limit int       `json:"limit,omitempty"` // 0: 100
}

type tablesResult struct {
	Tables []Brief `json:"tables"`
	// Next is the After of the next page, absent on the last.
	Next table.ID `json:"next,omitempty"`
	// Waiting and Playing are how many tables there are in all.
	Waiting int      `json:"waiting"`
	Playing int      `json:"playing"`
	Here    []Person `json:"here"`
}

// tablesAtOnce is how many tables are on a page unless the request says so.
const tablesAtOnce = 100

func (s *session) list(in tablesRequest) (any, error) {
	s.pace.asked += heavy
	v := s.Lobby.Seen(s.me.ID)
	out := tablesResult{Tables: []Brief{}, Here: []Person{}, Waiting: v.Waiting, Playing: v.Playing}
	lines := v.Tables
	switch {
	case in.Limit < 0 || in.Limit > lobby.MaxPage || in.After != nil && *in.After < 0:
		return nil, &Fault{WrongType, fmt.Sprintf("limit is a number from 1 to %d, and after the number of a table", lobby.MaxPage)}
	case in.After != nil:
		lines, out.Next = s.Lobby.Tables(s.me.ID, *in.After, cmp.Or(in.Limit, tablesAtOnce))
	case in.Limit > 0:
		lines = lines[:min(in.Limit, len(lines))]
	}
	for i := range lines {
		out.Tables = append(out.Tables, s.present.brief(&lines[i]))
	}
	for _, h := range v.Here {
		out.Here = append(out.Here, s.present.person(h.Player))
	}
	return out, nil
}

type newRequest struct {
	Game    string            `json:"game"`
	Options map[string]string `json:"options,omitempty"`
	// Password is for a table with the option private=password.
	Password string `json:"password,omitempty"`
}

type newResult struct {
	Table table.ID `json:"table"`
}

func (s *session) create(in newRequest) (any, error) {
	words := []string{in.Game}
	for _, name := range slices.Sorted(maps.Keys(in.Options)) {
		words = append(words, name+"="+in.Options[name])
	}
	terms, err := setup.ParseTerms(words)
	if err != nil {
		return nil, err
	}
	open := s.Lobby.Create
	if in.Password != "" || terms.Private == table.ByPassword {
		open = func(ctx context.Context, by player.Player, terms table.Terms) (*live.Table, error) {
			return s.Lobby.CreateLocked(ctx, by, terms, in.Password)
		}
	}
	t, err := open(s.ctx, s.me, terms)
	if err != nil {
		return nil, err
	}
	return newResult{t.View().ID}, nil
}

// seatNamed is a seat by its word; empty is none.
func seatNamed(f *rules.Facts, name string) (rules.Seat, error) {
	if name == "" {
		return rules.NoSeat, nil
	}
	seat, ok := f.Seat(name)
	if !ok {
		return rules.NoSeat, rules.Refuse(rules.UnknownSeat, name, f.Seats[0]+", "+f.Seats[1]+", "+f.Seats[2]+" and "+f.Seats[3])
	}
	return seat, nil
}
