package screen

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"quadrille/internal/draw/wire"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/nav"
	"quadrille/internal/front/screen/uitest"
	"quadrille/internal/player"
	"quadrille/internal/table"
)

// viewer holds two sessions of one person: one that shares frames, and one that does not.
type viewer struct {
	who                 player.Player
	sharing, alone      *driver
	screen, aloneScreen *wire.Screen
}

func (v *viewer) both(f func(d *driver)) {
	f(v.sharing)
	f(v.alone)
}

// rights returns a number that identifies what a viewer may see. Each player has a number,
// and so has the viewer with the index `blocker`; all other viewers share one.
func rights(viewer int) int { return min(viewer, blocker+1) }

// blocker is the index of the viewer who has blocked the last person in the list of viewers.
const blocker = 4

// TestSharedFramesShowNothingPrivate checks that sessions that share frames receive exactly
// the bytes that they would receive without sharing, even if their rights, settings and input
// differ. It compares thousands of pairs of viewers with different rights.
func TestSharedFramesShowNothingPrivate(t *testing.T) {
	if testing.Short() {
		t.SkipNow()
	}
	pairs, want := 0, 3000
	if os.Getenv("QUADRILLE_SOAK") != "" {
		want = 100_000
	}
	for seed := uint64(0); pairs < want; seed++ {
		pairs += compareSharedFrames(t, seed)
	}
	t.Logf("%d pairs of viewers with different rights", pairs)
}

// compareSharedFrames runs random sessions that share frames, and the same sessions without
// sharing, and requires equal frames. It returns how many pairs of viewers with different
// rights it compared directly after the same change.
func compareSharedFrames(t *testing.T, seed uint64) (pairs int) {
	const steps = 300
	r := rand.New(rand.NewPCG(seed, 0))
	encoded := wire.NewShared()
	recorded := uitest.Recorded(t)
	now := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	var viewers []*viewer
	for i := range 12 {
		v := &viewer{who: player.Player{ID: player.ID(fmt.Sprint("SHA256:s", i)), Name: fmt.Sprint("Sue", i)}}
		if i < len(uitest.People) {
			v.who = uitest.People[i]
		}
		open := func() *driver {
			d := atTable(t, v.who, uitest.ViewAfter(t, recorded[:1]), kit.Config{Width: 100, Height: 30})
			d.Env.Clock = func() time.Time { return now }
			d.Send(tea.ColorProfileMsg{Profile: colorprofile.ANSI256})
			return d
		}
		v.sharing, v.alone = open(), open()
		v.screen, v.aloneScreen = wire.New("xterm", colorprofile.ANSI256, 100, 30), wire.New("xterm", colorprofile.ANSI256, 100, 30)
		viewers = append(viewers, v)
	}
	keys := []string{
		"'",
		"'",
		"/",
		"N",
		"N",
		"k3",
		"enter",
		"enter",
		"esc",
		"esc",
		"esc",
		"esc",
		"esc",
		"down",
		"[",
		"]",
		"end",
		"*",
		"?",
		"-",
		"ctrl+t",
		"tab",
		"space",
	}
	var chat, aside []table.ChatLine
	var teams [2][]table.ChatLine
	shared := 0
	for n := range steps {
		one := viewers[r.IntN(len(viewers))]
		switch what := r.IntN(10); {
		case what < 4: // a new view, which differs for players and spectators
			lines := func(list *[]table.ChatLine) {
				*list = append(*list, uitest.Line(n+1, one.who, fmt.Sprint("line ", n)))
				*list = (*list)[max(0, len(*list)-8):]
			}
			if what == 0 {
				lines(&chat)
			} else if what == 1 && n%2 == 0 {
				lines(&aside)
			} else if what == 1 {
				lines(&teams[n/2%2])
			}
			public := uitest.ViewAfter(t, recorded[:1+n/2])
			public.Chat, public.SpectatorChat = slices.Clone(chat), slices.Clone(aside)
			if what == 3 {
				public.Offer = &table.OfferView{By: uitest.People[r.IntN(len(uitest.People))]}
			}
			for i, v := range viewers {
				if r.IntN(5) == 0 { // skip the view, as a slow session does
					continue
				}
				view := public
				if i < len(uitest.People) {
					own := *public
					own.SpectatorChat, own.TeamChat = nil, slices.Clone(teams[i%2])
					if len(own.Legal) > 0 && what == 2 {
						own.Premoves = []table.PremoveView{{Action: own.Legal[i%len(own.Legal)]}}
					}
					view = &own
				}
				if i == blocker {
					own := *public
					unblocked := func(list []table.ChatLine) []table.ChatLine {
						return slices.DeleteFunc(
							slices.Clone(list),
							func(l table.ChatLine) bool { return l.By == viewers[len(viewers)-1].who },
						)
					}
					own.Chat, own.SpectatorChat = unblocked(own.Chat), unblocked(own.SpectatorChat)
					view = &own
				}
				// if the viewer is in the lobby, open the table first
				if !slices.ContainsFunc(v.sharing.Stack.Screens, func(s kit.Screen) bool { _, ok := s.(kit.Sharer); return ok }) {
					v.both(func(d *driver) { d.Do(d.Stack.Open(nav.Table{ID: 12})) })
				}
				v.both(func(d *driver) { d.Show(view) })
			}
		case what == 4:
			width, height := 100, 24+6*r.IntN(2)
			v := one
			v.both(func(d *driver) { d.Send(tea.WindowSizeMsg{Width: width, Height: height}) })
			v.screen.Resize(width, height)
			v.aloneScreen.Resize(width, height)
		default:
			key := keys[r.IntN(len(keys))]
			one.both(func(d *driver) { d.Keys(key) })
		}
		var drawn []int // the value of rights(i) for each viewer i whose screens were already compared in this step
		for i, v := range viewers {
			if r.IntN(3) == 0 { // the session is slow and misses the frame
				continue
			}
			for _, other := range drawn {
				if other != rights(i) {
					pairs++
				}
			}
			drawn = append(drawn, rights(i))
			want, got := v.alone.Model.View(), v.sharing.Model.View()
			if got.Key != nil {
				shared++
			}
			sent := v.screen.Frame(nil, got, encoded)
			if alone := v.aloneScreen.Frame(nil, want, nil); string(sent) != string(alone) {
				t.Fatalf("step %d: %s gets %q, want %q", n, v.who.Name, sent, alone)
			}
		}
	}
	if t.Logf("%d frames were shared", shared); shared < steps {
		t.Error("that is too few to test anything")
	}
	return pairs
}
