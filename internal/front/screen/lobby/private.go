package lobby

import (
	"strconv"

	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/nav"
	"quadrille/internal/player"
	"quadrille/internal/service/lobby/password"
	"quadrille/internal/table"
)

// The greatest lengths of a password and of the number of a table that the player can type.
const maxPassword, maxNumber = 128, 18

// newUnlockScreen returns the form that opens a private table by its number and password. The
// lobby does not list private tables.
func newUnlockScreen(e *kit.Env) *kit.FormScreen {
	return &kit.FormScreen{
		Env: e, Place: "Private table", Verb: "open the table",
		Intro: "Type the table number and the password that the host gave you. The table then appears in your lobby.",
		Form: kit.Form{Head: "Open a private table", Fields: []kit.Field{
			{Label: "Table", Line: kit.Line{Limit: maxNumber}, Check: kit.IsTable},
			{Label: "Password", Line: kit.Line{Limit: maxPassword}, Secret: true},
		}},
		Send: func(answers []string) (func() kit.Step, error) {
			n, err := strconv.ParseInt(answers[0], 10, 64)
			if err == nil {
				_, err = e.Cfg.Lobby.Unlock(e.Ctx, e.Me, table.ID(n), answers[1])
			}
			return func() kit.Step { return kit.MoveTo(nav.Table{ID: table.ID(n)}) }, err
		},
	}
}

// newPassword returns the form for the password of a new private table. The player `invited` is
// invited to the table, if there is one.
func newPassword(e *kit.Env, terms table.Terms, invited player.Player) *kit.FormScreen {
	return &kit.FormScreen{
		Env: e, Place: "New table", Verb: "open the table",
		Intro: "Choose a password for the table. Give it to your players with the table's number. They press " +
			kit.KeyName(kit.LobbyPlaceKeys, kit.OpenPrivateTable) + " in the lobby, or run  " + e.Command("-t", "play N --password -"),
		Form: kit.Form{Head: "Password", Fields: []kit.Field{{
			Label: "Password", Line: kit.Line{Limit: maxPassword}, Secret: true, Check: password.Check,
		}}},
		Send: func(answers []string) (func() kit.Step, error) {
			id, err := tableID(e.Cfg.Lobby.CreateWithPassword(e.Ctx, e.Me, terms, answers[0]))
			if err != nil {
				return nil, err
			}
			return opened(e, id, invited), nil
		},
	}
}

// opened returns the step to a new table. If there is somebody to invite, it invites them.
func opened(e *kit.Env, id table.ID, invited player.Player) func() kit.Step {
	note := ""
	if invited.ID != "" {
		note = kit.Invite(e, e.Me, id, invited)
	}
	return func() kit.Step { return kit.MoveTo(nav.Table{ID: id, Note: note}) }
}
