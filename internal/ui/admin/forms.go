package admin

import (
	"context"
	"fmt"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/club"
	"quadrille/internal/phrase"
	"quadrille/internal/player"
	"quadrille/internal/ui/kit"
)

// typed is a key while something is asked.
func (d *Screen) typed(msg tea.KeyPressMsg) tea.Cmd {
	d.note = ""
	cmd, closed := d.form.Key(msg)
	if closed {
		d.form = nil
	}
	return cmd
}

// act does something, and tells what came of it.
func (d *Screen) act(f func(ctx context.Context, at *club.Admin) (done string, err error)) tea.Cmd {
	e := d.env
	return func() tea.Msg {
		done, err := f(e.Ctx, e.Cfg.Admin)
		return deskDoneMsg{d: d, done: done, err: err}
	}
}

// formFor asks what has to be known for something; nil if there is nothing to do
// it to.
func (d *Screen) formFor(what kit.Action) *kit.Form {
	row := d.chosen()
	switch {
	case what == kit.SearchText:
		return d.lookUp()
	case what == kit.AddInvitation:
		return d.inviting()
	case what == kit.AddBan && d.tab == bansTab:
		return d.banning()
	case d.tab == tablesTab:
		return d.judging(what)
	case row.key == "":
		return nil
	case what == kit.ChangeSetting:
		return d.setting(row)
	case what == kit.RemoveEntry:
		return d.takingAway(row)
	}
	return d.dealing(what, row)
}

// dealing asks about something that is done to the chosen person.
func (d *Screen) dealing(what kit.Action, row deskRow) *kit.Form {
	whom := player.Player{ID: row.id, Name: row.name}
	switch what {
	case kit.SetRole:
		return &kit.Form{
			Head: "A role for " + row.name, Fields: []kit.Field{{Label: "Role (guest, member, moderator, owner)", Line: kit.Line{Limit: 20}}, kit.ReasonField()},
			Do: func(a []string) tea.Cmd {
				return d.act(func(ctx context.Context, at *club.Admin) (string, error) { return at.Give(ctx, whom, a[0], a[1]) })
			},
		}
	case kit.ToggleMute:
		mute := func(lasts, reason string) tea.Cmd {
			return d.act(func(ctx context.Context, at *club.Admin) (string, error) {
				return at.Mute(ctx, whom, !row.muted, lasts, reason)
			})
		}
		if row.muted {
			return &kit.Form{Head: "Let " + row.name + " be heard again", Fields: []kit.Field{kit.ReasonField()}, Do: func(a []string) tea.Cmd { return mute("", a[0]) }}
		}
		return &kit.Form{
			Head: "Let nobody hear " + row.name, Fields: []kit.Field{lastingAsk(), kit.ReasonField()},
			Do: func(a []string) tea.Cmd { return mute(a[0], a[1]) },
		}
	case kit.UnmarkBot:
		return &kit.Form{
			Head: "No program plays for " + row.name + " any more", Fields: []kit.Field{kit.ReasonField()},
			Do: func(a []string) tea.Cmd {
				return d.act(func(ctx context.Context, at *club.Admin) (string, error) { return at.Unmark(ctx, whom, a[0]) })
			},
		}
	case kit.Rename:
		return &kit.Form{
			Head: "Another name for " + row.name, Fields: []kit.Field{{Label: "Name", Line: kit.Line{Limit: player.MaxNameCells}}, kit.ReasonField()},
			Do: func(a []string) tea.Cmd {
				return d.act(func(ctx context.Context, at *club.Admin) (string, error) { return at.Rename(ctx, whom, a[0], a[1]) })
			},
		}
	case kit.RemoveKey:
		return &kit.Form{
			Head: "Take a key off the account of " + row.name, Note: row.detail, Fields: []kit.Field{{Label: "Fingerprint", Line: kit.Line{Limit: 64}}, kit.ReasonField()},
			Do: func(a []string) tea.Cmd {
				return d.act(func(ctx context.Context, at *club.Admin) (string, error) { return at.RemoveKey(ctx, whom, a[0], a[1]) })
			},
		}
	}
	return &kit.Form{Head: "Keep " + row.name + " out", Fields: []kit.Field{lastingAsk(), kit.ReasonField()}, Do: func(a []string) tea.Cmd {
		return d.ban(func(context.Context, *club.Admin) (club.Ban, error) { return club.Ban{Whom: whom.ID}, nil }, a[0], a[1], false)
	}}
}

func lastingAsk() kit.Field {
	return kit.Field{Label: "For how long (like 12h or 7d; empty is for good)", Line: kit.Line{Limit: 10}}
}

// banning asks whom to keep out.
func (d *Screen) banning() *kit.Form {
	return &kit.Form{
		Head: "Keep somebody out", Fields: []kit.Field{{Label: "Name, fingerprint of a key, address or range", Line: kit.Line{Limit: 64}}, lastingAsk(), kit.ReasonField()},
		Do: func(a []string) tea.Cmd {
			return d.ban(func(ctx context.Context, at *club.Admin) (club.Ban, error) { return at.BanOf(ctx, a[0]) }, a[1], a[2], false)
		},
	}
}

// ban keeps somebody out; who would keep himself out too is asked once more.
func (d *Screen) ban(of func(context.Context, *club.Admin) (club.Ban, error), lasts, reason string, force bool) tea.Cmd {
	e := d.env
	return func() tea.Msg {
		msg := deskDoneMsg{d: d}
		b, err := of(e.Ctx, e.Cfg.Admin)
		if msg.err = err; err != nil {
			return msg
		}
		msg.done, msg.err = e.Cfg.Admin.Ban(e.Ctx, b, lasts, reason, force)
		msg.again = d.ban(of, lasts, reason, true)
		return msg
	}
}

// takingAway asks why something of the chosen line shall end.
func (d *Screen) takingAway(row deskRow) *kit.Form {
	var head string
	var do func(ctx context.Context, at *club.Admin, reason string) (string, error)
	switch d.tab {
	case MembersTab:
		head = "Remove " + row.name + " from the members"
		do = func(ctx context.Context, at *club.Admin, reason string) (string, error) {
			return at.Remove(ctx, player.Player{ID: row.id, Name: row.name}, reason)
		}
	case passesTab:
		head = fmt.Sprintf("Take invitation %d back", row.number)
		do = func(ctx context.Context, at *club.Admin, reason string) (string, error) {
			return at.Revoke(ctx, row.number, reason)
		}
	case bansTab:
		head = fmt.Sprintf("End ban %d", row.number)
		do = func(ctx context.Context, at *club.Admin, reason string) (string, error) {
			return at.Unban(ctx, row.number, reason)
		}
	default:
		head = "Let the configuration decide on " + row.name
		do = func(ctx context.Context, at *club.Admin, reason string) (string, error) {
			return at.Unset(ctx, row.name, reason)
		}
	}
	return &kit.Form{Head: head, Fields: []kit.Field{kit.ReasonField()}, Do: func(a []string) tea.Cmd {
		return d.act(func(ctx context.Context, at *club.Admin) (string, error) { return do(ctx, at, a[0]) })
	}}
}

// setting asks what the house shall say of itself.
func (d *Screen) setting(row deskRow) *kit.Form {
	what := phrase.Capital(row.name)
	if row.name == string(club.SetEntry) {
		what += " (open, guests, members-only)"
	}
	return &kit.Form{
		Head: "Set " + row.name, Fields: []kit.Field{{Label: what, Line: kit.Line{Text: row.value, Limit: 1000}}, kit.ReasonField()},
		Do: func(a []string) tea.Cmd {
			return d.act(func(ctx context.Context, at *club.Admin) (string, error) { return at.Set(ctx, row.name, a[0], a[1]) })
		},
	}
}

// inviting asks whom an invitation is for.
func (d *Screen) inviting() *kit.Form {
	e := d.env
	return &kit.Form{
		Head: "An invitation", Fields: []kit.Field{
			{Label: "Role (member, moderator, owner)", Line: kit.Line{Text: club.Member.String(), Limit: 20}},
			{Label: "How many may use it", Line: kit.Line{Text: "1", Limit: 4}},
			{Label: "For how long", Line: kit.Line{Text: "7d", Limit: 10}},
			kit.ReasonField(),
		},
		Do: func(a []string) tea.Cmd {
			return func() tea.Msg {
				msg := deskDoneMsg{d: d}
				uses, err := strconv.Atoi(a[1])
				if err != nil {
					msg.err = fmt.Errorf("%q is no number: say how many may use the invitation, like 1 or 40", a[1])
					return msg
				}
				msg.code, msg.done, msg.err = e.Cfg.Admin.Invite(e.Ctx, a[0], uses, a[2], a[3])
				return msg
			}
		},
	}
}

// lookUp asks for somebody by name.
func (d *Screen) lookUp() *kit.Form {
	e := d.env
	return &kit.Form{Head: "Somebody, with a role or without", Fields: []kit.Field{{Label: "Name", Line: kit.Line{Limit: player.MaxNameCells}}}, Do: func(a []string) tea.Cmd {
		return func() tea.Msg {
			who, err := e.Cfg.Admin.Whose(e.Ctx, a[0])
			return deskDoneMsg{d: d, found: who.ID, err: err}
		}
	}}
}
