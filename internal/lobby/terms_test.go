package lobby_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"quadrille/internal/lobby"
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
		"verney":                      {Game: "verney", Touch: true}, // V25
		"verney touch=off first=red":  {Game: "verney", Options: map[string]string{"first": "red"}},
		"verney clock=none touch=on ": {Game: "verney", Touch: true},
	} {
		got, err := lobby.ParseTerms(strings.Fields(words))
		if err != nil || cmp.Diff(want, got) != "" {
			t.Errorf("%q: %+v, %v", words, got, err)
		}
	}
}

func TestParseTermsSaysWhatWouldBeRight(t *testing.T) {
	for words, hint := range map[string]string{
		"":                                  "chess4",
		"go":                                "chess4",
		"clock=5+10 chess4":                 "chess4",
		"chess4 5+10":                       "clock=5+10",
		"chess4 komi=6":                     "armies, clock",
		"chess4 =":                          "armies, clock",
		"chess4 clock=5+10 clock=none":      "once",
		"chess4 clock=":                     "like 5+10",
		"chess4 clock=0+10":                 "1 to 180",
		"chess4 clock=181+0":                "1 to 180",
		"chess4 clock=5+181":                "0 to 180",
		"chess4 clock=5+-1":                 "0 to 180",
		"chess4 clock=+5+1":                 "like 5+10",
		"chess4 clock=307445734561825861+0": "1 to 180",
		"chess4 armies=white":               "white,black",
		"chess4 armies=white,pink":          "silver",
		"chess4 armies=white,white":         "once",
		"chess4 touch":                      "touch",
		"chess4 touch=":                     "on, off",
		"chess4 touch=yes":                  "on, off",
		"chess4 touch=on touch=off":         "once",
		"chess4 rated=yes":                  "on, off",
		"chess4 \x1b[31m=red":               `\x1b`,
	} {
		_, err := lobby.ParseTerms(strings.Fields(words))
		if err == nil || !strings.Contains(err.Error(), hint) || strings.ContainsAny(err.Error(), "\x1b\n") {
			t.Errorf("%q: %v, want something about %q", words, err, hint)
		}
	}
}

func TestEveryOptionHasALineForPeople(t *testing.T) {
	for _, offer := range lobby.Offers() {
		names := map[string]bool{}
		for _, o := range slices.Concat(offer.Options, lobby.TableOptions(&offer)) {
			if o.Line == "" || o.Default == "" || names[o.Name] {
				t.Errorf("option %q: %+v", o.Name, o)
			}
			names[o.Name] = true
			if o.Check != nil && o.Check(o.Default) != nil {
				t.Errorf("option %q does not take its own default %q", o.Name, o.Default)
			}
		}
	}
}

func TestNewTermsTakesWhatIsOffered(t *testing.T) {
	for _, offer := range lobby.Offers() {
		given := map[string]string{}
		for _, o := range slices.Concat(offer.Options, lobby.TableOptions(&offer)) {
			given[o.Name] = o.Default
		}
		terms, err := lobby.NewTerms(&offer, given)
		if err != nil {
			t.Errorf("%s with all its defaults: %v", offer.Name, err)
		}
		bare, err := lobby.NewTerms(&offer, nil)
		if err != nil || bare.Touch != terms.Touch || bare.Clock != terms.Clock || bare.Options != nil {
			t.Errorf("%s with nothing chosen: %+v, %v", offer.Name, bare, err)
		}
		if _, err := lobby.NewTerms(&offer, map[string]string{"komi": "6"}); err == nil {
			t.Errorf("%s has a komi", offer.Name)
		}
	}
}
