package screen

import (
	"slices"
	"strings"
	"testing"

	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/uitest"
	"quadrille/internal/service"
	"quadrille/internal/service/club"
)

func TestAdminScreenNeedsRole(t *testing.T) {
	for role, want := range map[club.Role]bool{club.Guest: false, club.Member: false, club.Moderator: true, club.Owner: true} {
		at := uitest.NewAdmin(t, uitest.Spectator, club.Member)
		if role != club.Guest && role != club.Member {
			at = uitest.NewAdmin(t, uitest.Spectator, role)
		} else if role == club.Guest {
			at.By = uitest.People[2].ID
		}
		d := inLobby(t, kit.Config{Admin: at, Services: service.Services{Club: at.Club}, SSHCommand: "ssh chess.example"})
		if got := strings.Contains(strings.Join(d.Text(), "\n"), "A admin"); got != want {
			t.Errorf("%v: hint shown: %v", role, got)
		}
		d.Keys("?")
		d.Sees("Keys in the lobby")
		shown := slices.ContainsFunc(d.Stack.Screens[1].(*kit.Reader).Lines, func(l kit.TextLine) bool {
			return strings.Contains(l.Text, "Keys for moderators")
		})
		if shown != want {
			t.Errorf("%v: shown in help: %v", role, !want)
		}
		d.Keys("esc", "A")
		if got := len(d.Stack.Screens) == 2; got != want {
			t.Errorf("%v: the key opened the screen: %v", role, got)
		}
	}
}
