package player

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestDefaultSettings(t *testing.T) {
	var s Settings
	for which, o := range Options {
		if o.Name == "" || o.Help == "" || len(o.Values) < 2 || s.Get(Setting(which)) != o.Values[0] {
			t.Errorf("setting %d is %+v, its default %q", which, o, s.Get(Setting(which)))
		}
		sorted := slices.Sorted(slices.Values(o.Values))
		if len(slices.Compact(sorted)) != len(o.Values) {
			t.Errorf("%s has a value twice", o.Name)
		}
	}
}

func TestParseChoice(t *testing.T) {
	for _, c := range []struct{ name, value, says string }{
		{"theme", "light", ""},
		{"Theme", "LIGHT", ""},
		{"colour", "256", ""},
		{"theme", "pink", `theme cannot be "pink"; choose one of: auto, dark,`},
		{"taste", "on", `there is no setting "taste"; the settings are: theme, pieces,`},
		{"bell", "", `bell cannot be "";`},
		{"\x1b[31m", "x", `there is no setting "?[31m";`},
	} {
		got, err := ParseChoice(c.name, c.value)
		switch {
		case c.says == "" && (err != nil || got.Value != strings.ToLower(c.value)):
			t.Errorf("%s %s: %+v, %v", c.name, c.value, got, err)
		case c.says != "" && (err == nil || !strings.HasPrefix(err.Error(), c.says)):
			t.Errorf("%s %s: %v; want %q", c.name, c.value, err, c.says)
		}
	}
}

// For any old and new settings, applying the result of Since to the old settings must
// give the new settings.
func TestSinceReturnsChangedSettings(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		draw := func() (s Settings) {
			for range rapid.IntRange(0, 8).Draw(r, "turns") {
				which := Setting(rapid.IntRange(0, int(settingCount)-1).Draw(r, "which"))
				s = s.Next(which, rapid.SampledFrom([]int{-1, 1}).Draw(r, "by"))
			}
			return s
		}
		a, b := draw(), draw()
		if got := a.With(b.Since(a)...); got != b {
			r.Fatalf("%v and %v give %v", a, b.Since(a), got)
		}
		if len(a.Since(a)) != 0 || a.With(Choice{Theme, "pink"}) != a {
			r.Fatal("the settings changed although no valid choice was made")
		}
	})
}
