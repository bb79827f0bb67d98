package setup_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"quadrille/internal/setup"
	"quadrille/internal/table"
)

func TestParseTerms(t *testing.T) {
	for words, want := range map[string]table.Terms{
		"chess4":            {Game: "chess4"},
		"chess4 clock=none": {Game: "chess4"},
		"chess4 clock=5+10 armies=white,black": {
			Game: "chess4", Options: map[string]string{"armies": "white,black"},
			Clock: table.Clock{Start: 5 * time.Minute, Increment: 10 * time.Second},
		},
		"chess4 touch=on":             {Game: "chess4", Touch: true},
		"chess4 rated=on":             {Game: "chess4", Rated: true},
		"chess4 rated=off":            {Game: "chess4"},
		"quadrochess":                 {Game: "quadrochess"},
		"verney":                      {Game: "verney", Touch: true}, // Verney's game is touch-move by default
		"verney touch=off first=red":  {Game: "verney", Options: map[string]string{"first": "red"}},
		"verney clock=none touch=on ": {Game: "verney", Touch: true},
	} {
		want.Chat = want.Game == "chess4" // in the other games, the default is no chat (rules V24 and Q14)
		want.SeatsPerPerson = 2
		if want.Rated {
			want.SeatsPerPerson = 1
		}
		got, err := setup.ParseTerms(strings.Fields(words))
		if err != nil || cmp.Diff(want, got) != "" {
			t.Errorf("%q: %+v, %v", words, got, err)
		}
	}
}

func TestParseTableOptions(t *testing.T) {
	each := 2
	for words, want := range map[string]table.Terms{
		"chess4 teams=on":                {Game: "chess4", Options: map[string]string{"teams": "on"}},
		"chess4 teams=on chat=open":      {Game: "chess4", Options: map[string]string{"teams": "on"}, Chat: true},
		"chess4 chat=off":                {Game: "chess4"},
		"forchess":                       {Game: "forchess", Chat: true},            // Forchess allows chat by default
		"verney chat=open":               {Game: "verney", Touch: true, Chat: true}, // chat is off by default in Verney's game (rule V24)
		"quadrochess rated=on chat=open": {Game: "quadrochess", Rated: true, SeatsPerPerson: 1, Chat: true},
		"quadrochess chat=open":          {Game: "quadrochess", Chat: true},
		"chess4 chat=off clock=5d10":     {Game: "chess4", Clock: table.Clock{Start: 5 * time.Minute, Delay: 10 * time.Second}},
		"chess4 chat=off clock=14d":      {Game: "chess4", Clock: table.Clock{PerMove: 14 * 24 * time.Hour}},
		"quadrochess seats-per-person=4": {Game: "quadrochess", SeatsPerPerson: 4},
		"quadrochess seats-per-person=1": {Game: "quadrochess", SeatsPerPerson: 1},
		"quadrochess rated=on clock=180d180": {
			Game: "quadrochess", Rated: true, SeatsPerPerson: 1,
			Clock: table.Clock{Start: 3 * time.Hour, Delay: 3 * time.Minute},
		},
	} {
		if want.SeatsPerPerson == 0 {
			want.SeatsPerPerson = each
		}
		got, err := setup.ParseTerms(strings.Fields(words))
		if err != nil || cmp.Diff(want, got) != "" {
			t.Errorf("%q: %+v, %v", words, got, err)
		}
		if text := got.Clock.String(); !strings.Contains(words, text) && text != "none" {
			t.Errorf("%q: the clock is written %q", words, text)
		}
	}
}

func TestParseTermsErrorsNameValidChoices(t *testing.T) {
	for words, hint := range map[string]string{
		"":                                   "chess4",
		"go":                                 "chess4",
		"clock=5+10 chess4":                  "chess4",
		"chess4 5+10":                        "clock=5+10",
		"chess4 komi=6":                      "armies, clock",
		"chess4 =":                           "armies, clock",
		"chess4 clock=5+10 clock=none":       "once",
		"chess4 clock=":                      "5+10",
		"chess4 clock=0+10":                  "1 to 180",
		"chess4 clock=181+0":                 "1 to 180",
		"chess4 clock=5+181":                 "0 to 180",
		"chess4 clock=5+-1":                  "0 to 180",
		"chess4 clock=+5+1":                  "5+10",
		"chess4 clock=307445734561825861+0":  "1 to 180",
		"chess4 armies=white":                "white,black",
		"chess4 armies=white,pink":           "silver",
		"chess4 armies=white,white":          "once",
		"chess4 touch":                       "touch",
		"chess4 touch=":                      "on, off",
		"chess4 touch=yes":                   "on, off",
		"chess4 touch=on touch=off":          "once",
		"chess4 rated=yes":                   "on, off",
		"chess4 chat=on":                     "open, off",
		"verney rated=on chat=open":          "this game has no chat if it is rated",
		"chess4 seats-per-person=5":          "1 to 4",
		"chess4 seats-per-person=0":          "1 to 4",
		"chess4 seats-per-person=02":         "1 to 4",
		"chess4 rated=on seats-per-person=2": "must be 1 in rated games",
		"chess4 clock=0d":                    "1d to 30d",
		"chess4 clock=31d":                   "1d to 30d",
		"chess4 clock=d":                     "1d to 30d",
		"chess4 clock=5d181":                 "0 to 180",
		"chess4 clock=0d10":                  "1 to 180",
		"chess4 clock=5d+1":                  "5d10",
		"chess4 clock=5+5d":                  "1d to 30d",
		"chess4 \x1b[31m=red":                `\x1b`,
	} {
		_, err := setup.ParseTerms(strings.Fields(words))
		if err == nil || !strings.Contains(err.Error(), hint) || strings.ContainsAny(err.Error(), "\x1b\n") {
			t.Errorf("%q: %v, want something about %q", words, err, hint)
		}
	}
}

func TestEveryOptionHasHelp(t *testing.T) {
	for _, def := range setup.Offers() {
		names := map[string]bool{}
		for _, o := range slices.Concat(def.Options, setup.TableOptions(&def)) {
			if o.Help == "" || o.Default == "" || names[o.Name] {
				t.Errorf("option %q: %+v", o.Name, o)
			}
			names[o.Name] = true
			if o.Check != nil && o.Check(o.Default) != nil {
				t.Errorf("option %q does not take its own default %q", o.Name, o.Default)
			}
		}
	}
}

func TestNewTermsAcceptsDefaults(t *testing.T) {
	for _, def := range setup.Offers() {
		given := map[string]string{}
		for _, o := range slices.Concat(def.Options, setup.TableOptions(&def)) {
			given[o.Name] = o.Default
		}
		terms, err := setup.NewTerms(&def, given)
		if err != nil {
			t.Errorf("%s with all its defaults: %v", def.Name, err)
		}
		bare, err := setup.NewTerms(&def, nil)
		if err != nil || bare.Touch != terms.Touch || bare.Clock != terms.Clock || bare.Options != nil {
			t.Errorf("%s with nothing chosen: %+v, %v", def.Name, bare, err)
		}
		if _, err := setup.NewTerms(&def, map[string]string{"komi": "6"}); err == nil {
			t.Errorf("%s has a komi", def.Name)
		}
	}
}
