package screen

import (
	"testing"

	"quadrille/internal/draw/wire"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/uitest"
)

// BenchmarkFrame draws whole frames: a table as a spectator sees it, a table as a player
// sees it, the lobby, and help.
func BenchmarkFrame(b *testing.B) {
	v := uitest.ViewAfter(b, uitest.Recorded(b)[:90])
	for name, d := range map[string]*driver{
		"spectator": atTable(b, uitest.Spectator, v, kit.Config{Width: 120, Height: 40}),
		"player":    atTable(b, uitest.People[v.Actor], v, kit.Config{Width: 120, Height: 40}),
		"lobby":     fullLobby(b, kit.Config{Width: 120, Height: 40}),
		"help":      pressed(atTable(b, uitest.Spectator, v, kit.Config{Width: 120, Height: 40}), "?"),
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			s := wire.New("xterm-256color", d.Env.Profile(), d.Env.Width, d.Env.Height)
			out := make([]byte, 0, 1<<16)
			for b.Loop() {
				s.Frame(out, d.Model.View(), nil)
			}
		})
	}
}
