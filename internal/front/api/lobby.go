package api

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"quadrille/internal/player"
	"quadrille/internal/protocol"
	"quadrille/internal/service/lobby"
	"quadrille/internal/service/view"
	"quadrille/internal/setup"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/rules"
)

type helloRequest struct {
	// Name is the name that a player with a new key chooses.
	Name string `json:"name,omitempty"`
}

// hello enters the lobby. If the player's key is new, they first get the name that the
// request contains.
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
		s.visit = s.Lobby.Connect(s.me)
		s.inbox = s.Lobby.Inbox(s.me.ID)
		s.invitations = receive(s, "invitations", s.inbox.Take)
		s.notices.follow(s)
	}
	return protocol.HelloResult{
		Server: "quadrille " + s.Version, You: s.present.player(s.me), Named: s.Named, ReturnCode: s.ReturnCode,
		Commands: commandNames(), MaxLine: protocol.MaxLine, PerSecond: perSecond, MaxTables: maxTables,
	}, nil
}

func (s *session) ping(noFields) (any, error) { return protocol.PingResult{At: s.clock().UTC()}, nil }

type gameResult struct {
	Game        string         `json:"game"`
	Title       string         `json:"title"`
	Description string         `json:"description"`
	Options     []optionResult `json:"options"`
}

type optionResult struct {
	Name        string   `json:"name"`
	Default     string   `json:"default"`
	Choices     []string `json:"choices,omitempty"`
	Description string   `json:"description"`
}

type gamesResult struct {
	Games []gameResult `json:"games"`
}

func (s *session) games(noFields) (any, error) {
	var out gamesResult
	for _, def := range setup.Offers() {
		game := gameResult{Game: def.Name, Title: def.Title, Description: def.Summary}
		for _, o := range slices.Concat(def.Options, setup.TableOptions(&def)) {
			game.Options = append(game.Options, optionResult{o.Name, o.Default, o.Choices, o.Help})
		}
		out.Games = append(out.Games, game)
	}
	return out, nil
}

// tablesRequest asks for the tables that the lobby lists. If After is given, it asks instead
// for one page of the complete list of open tables: those with higher numbers than After.
type tablesRequest struct {
	After *table.ID `json:"after,omitempty"`
	Limit int       `json:"limit,omitempty"` // 0 means the default, 100
}

type tablesResult struct {
	Tables []protocol.TableSummary `json:"tables"`
	// Next is the value to send as After to request the next page. It is absent on the last
	// page.
	Next table.ID `json:"next,omitempty"`
	// Waiting and Playing are the numbers of all tables that wait for players and of all
	// running games, whether or not Tables contains them.
	Waiting int               `json:"waiting"`
	Playing int               `json:"playing"`
	Present []protocol.Player `json:"present"`
}

// tablesAtOnce is the default number of tables on a page.
const tablesAtOnce = 100

func (s *session) tables(in tablesRequest) (any, error) {
	s.cost += readCost
	v := s.Lobby.ViewFor(s.me.ID)
	out := tablesResult{Tables: []protocol.TableSummary{}, Present: []protocol.Player{}, Waiting: v.Waiting, Playing: v.Playing}
	var lines []*view.Summary
	switch {
	case in.Limit < 0 || in.Limit > lobby.MaxPage || in.After != nil && *in.After < 0:
		return nil, protocol.NewError(
			protocol.WrongType,
			fmt.Sprintf(`"limit" must be a number from 1 to %d, and "after" the number of a table`, lobby.MaxPage),
		)
	case in.After != nil:
		lines, out.Next = s.Lobby.Tables(s.me.ID, *in.After, cmp.Or(in.Limit, tablesAtOnce))
	default:
		lines, _ = v.OwnFirst(s.me.ID)
		lines = lines[:min(cmp.Or(in.Limit, len(lines)), len(lines))]
	}
	for _, line := range lines {
		out.Tables = append(out.Tables, s.present.summary(line))
	}
	for _, h := range v.Here {
		p := s.present.player(h.Player)
		p.Watching = h.Watching
		out.Present = append(out.Present, p)
	}
	return out, nil
}

type newRequest struct {
	Game    string            `json:"game"`
	Options map[string]string `json:"options,omitempty"`
	// Password is required with the option private=password.
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
			return s.Lobby.CreateWithPassword(ctx, by, terms, in.Password)
		}
	}
	t, err := open(s.ctx, s.me, terms)
	if err != nil {
		return nil, err
	}
	return newResult{t.View().ID}, nil
}

// parseSeat parses the name of a seat. It returns NoSeat for an empty name.
func parseSeat(f *rules.Facts, name string) (rules.Seat, error) {
	if name == "" {
		return rules.NoSeat, nil
	}
	return f.ParseSeat(name)
}
