package api

import (
	"errors"

	"quadrille/internal/lobby"
	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

// Fault is why a request did nothing. Programs switch on the code, which is never
// renamed; the message is a sentence for people.
type Fault struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

func (f *Fault) Error() string { return f.Message }

// The codes of what is wrong with a line, not with what it asks. What a table
// refuses has the codes of [tableCodes], what a game's law refuses the name of
// its [rules.Reason].
const (
	LineTooLong   = "line-too-long"
	NotJSON       = "not-json"
	WrongVersion  = "wrong-version"
	NoSuchVerb    = "no-such-request"
	UnknownField  = "unknown-field"
	MissingField  = "missing-field"
	WrongType     = "wrong-type"
	HelloFirst    = "hello-first"
	NoSuchTable   = "no-such-table"
	NotFollowed   = "not-followed"
	TooManyTables = "too-many-tables"
	NoSuchEvent   = "no-such-event"
	NoSuchWord    = "no-such-word"
	ScreensSeat   = "screens-seat"
	BadName       = "bad-name"
	BadText       = "bad-text"
	BadTerms      = "bad-terms"
	TooManyHosted = "too-many-hosted"
	Crowded       = "crowded"
	NoEntry       = "no-entry"
	TooManyTries  = "too-many-tries"
	Failed        = "failed"
)

// tableCodes are the names that programs know a table's refusals by.
var tableCodes = map[table.Reason]string{
	table.Unasked:       "unasked",
	table.TablesOwn:     "tables-own",
	table.Nameless:      "nameless",
	table.LongID:        "long-key",
	table.NotSeated:     "not-seated",
	table.SeatTaken:     "seat-taken",
	table.NoSuchSeat:    "no-such-seat",
	table.Full:          "full",
	table.KnownOnly:     "known-only",
	table.TooFast:       "too-fast",
	table.NotYourSeat:   "not-your-seat",
	table.AlreadyBegan:  "already-began",
	table.NotBegan:      "not-begun",
	table.GameOver:      "game-over",
	table.Stale:         "stale",
	table.OutOfGame:     "out-of-game",
	table.NoOffer:       "no-offer",
	table.NoProposal:    "no-proposal",
	table.NoTouch:       "no-touch",
	table.Unlifted:      "unlifted",
	table.Touched:       "touched",
	table.InUse:         "in-use",
	table.CannotStore:   "cannot-store",
	table.SetAside:      "set-aside",
	table.Stopped:       "stopped",
	table.HostOnly:      "host-only",
	table.Silent:        "silent",
	table.SilentTable:   "silent-table",
	table.MutedHere:     "muted",
	table.TalksTooMuch:  "talks-too-much",
	table.TooManySeats:  "too-many-seats",
	table.NotIdle:       "not-idle",
	table.SentAwayNow:   "sent-away",
	table.YourTurn:      "your-turn",
	table.NoPremove:     "no-premove",
	table.NotYourMan:    "not-your-man",
	table.NothingKept:   "nothing-kept",
	table.NoUndo:        "no-undo",
	table.NothingToUndo: "nothing-to-undo",
	table.UndoAsksNow:   "undo-asked",
	table.UndoWasNo:     "undo-refused",
	table.NoUndoAsked:   "no-undo-asked",
	table.IsAdjourned:   "adjourned",
	table.NotAdjourned:  "not-adjourned",
	table.NobodyGone:    "nobody-gone",
	table.NotGoneLong:   "not-gone-long",
	table.NoSuchChoice:  "no-such-choice",
	table.NoVote:        "no-vote",
	table.YouPlay:       "you-play",
	table.NotOver:       "not-over",
	table.DidNotPlay:    "did-not-play",
	table.HasRematch:    "has-rematch",
	table.PeopleOnly:    "people-only",
	table.NoBots:        "no-bots",
	table.NoSuchLevel:   "no-such-level",
	table.KeptSeat:      "kept-seat",
	table.ManyAdmitted:  "many-admitted",
	table.MutedInHouse:  "muted-in-house",
	table.MembersRate:   "members-rate",
	table.OutAlready:    "out-already",
	table.NotThere:      "not-there",
	table.GamesPaused:   "games-paused",
}

// faultOf is an error as programs are told of it. What is not for them stays
// here: whoever made the error has logged it.
func faultOf(err error) *Fault {
	var (
		fault  *Fault
		table_ *table.Refusal
		law    *rules.Refusal
		text   *player.Refusal
	)
	switch {
	case errors.As(err, &fault):
		return fault
	case errors.As(err, &table_):
		return &Fault{tableCodes[table_.Reason], table_.Error()}
	case errors.As(err, &law):
		return &Fault{law.Reason.String(), law.Error()}
	case errors.As(err, &text):
		return &Fault{BadText, text.Error()}
	case errors.Is(err, table.ErrNoTable):
		return &Fault{NoSuchTable, "there is no table of that number"}
	case errors.Is(err, lobby.ErrTooMany):
		return &Fault{TooManyHosted, err.Error()}
	case errors.Is(err, lobby.ErrCrowded):
		return &Fault{Crowded, err.Error()}
	case errors.Is(err, lobby.ErrNoEntry):
		return &Fault{NoEntry, err.Error()}
	case errors.Is(err, lobby.ErrGuesses):
		return &Fault{TooManyTries, err.Error()}
	case errors.Is(err, lobby.ErrClosed):
		return &Fault{tableCodes[table.Stopped], err.Error()}
	}
	return &Fault{Failed, "that could not be done just now; try again in a moment"}
}
