package profile

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/nav"
	"quadrille/internal/player"
)

// canContact reports whether the player can send messages to the person whose profile is
// shown, follow them and block them.
func (p *Profile) canContact() bool {
	id := p.who.ID
	return p.env.Cfg.Messages != nil && id != p.env.Me.ID && !id.Bot() && !id.Guest() && !id.Deleted()
}

// hints returns the key hints for the last line of the profile.
func (p *Profile) hints() []key.Help {
	if !p.canContact() {
		return kit.HintsOf(kit.ProfileKeys, kit.Select, kit.SwitchList, kit.OpenHelp, kit.GoBack)
	}
	hints := kit.HintsOf(
		kit.ProfileKeys, kit.Select, kit.WriteMessage, kit.ToggleFollow, kit.ToggleBlock, kit.SwitchList, kit.OpenHelp, kit.GoBack,
	)
	mail, me := p.env.Cfg.Messages, p.env.Me.ID
	if mail.Follows(me, p.who.ID) {
		hints[2].Desc = "unfollow"
	}
	if mail.Blocks(me, p.who.ID) {
		hints[3].Desc = "unblock"
	}
	return hints
}

// contact writes to, follows, unfollows, blocks or unblocks the person whose profile is
// shown. It asks for confirmation before blocking.
func (p *Profile) contact(what kit.Action) (kit.Step, tea.Cmd) {
	e, who := p.env, p.who
	name := kit.Shown(who.Name, player.MaxNameCells)
	switch mail, me := e.Cfg.Messages, e.Me; {
	case what == kit.WriteMessage:
		return kit.Visit(nav.Messages{To: who, Write: true}), nil
	case what == kit.ToggleFollow:
		on := !mail.Follows(me.ID, who.ID)
		done := "you follow " + name
		if !on {
			done = "you no longer follow " + name
		}
		return kit.Stay, p.change(done, func() error { return mail.Follow(e.Ctx, me, who, on) })
	case mail.Blocks(me.ID, who.ID):
		return kit.Stay, p.change(name+" is no longer blocked", func() error { return mail.Block(e.Ctx, me, who, false) })
	default:
		block := func() tea.Cmd {
			return p.change(name+" is blocked", func() error { return mail.Block(e.Ctx, me, who, true) })
		}
		return kit.Enter(kit.NewDialog(e, "Block "+name+"?",
			"You get no messages or invitations from them, and do not see their chat. Neither of you follows the other any more.",
			kit.Choice{Label: "Cancel"}, kit.Choice{Label: "Block", Do: block})), nil
	}
}

// change returns a Cmd that calls the function `store`. After that, the first line of the
// screen shows the text `done`, or the error.
func (p *Profile) change(done string, store func() error) tea.Cmd {
	return func() tea.Msg {
		if err := store(); err != nil {
			return kit.ReportedMsg{Text: err.Error(), Refused: true}
		}
		return kit.ReportedMsg{Text: done}
	}
}
