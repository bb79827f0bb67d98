package tui

import (
	"context"
	"fmt"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/club"
	"quadrille/internal/player"
)

// typed is a key while something is asked.
func (d *desk) typed(msg tea.KeyPressMsg) tea.Cmd {
	d.note = ""
	cmd, closed := d.form.key(msg)
	if closed {
		d.form = nil
	}
	return cmd
}

// act does something, and tells what came of it.
func (d *desk) act(f func(ctx context.Context, at *club.Desk) (done string, err error)) tea.Cmd {
	e := d.env
	return func() tea.Msg {
		done, err := f(e.ctx, e.cfg.Desk)
		return deskDoneMsg{d: d, done: done, err: err}
	}
}

// formFor asks what has to be known for something; nil if there is nothing to do
// it to.
func (d *desk) formFor(what deed) *form {
	row := d.chosen()
	switch {
	case what == searchText:
		return d.lookUp()
	case what == inviteNew:
		return d.inviting()
	case what == banNew && d.tab == bansTab:
		return d.banning()
	case d.tab == tablesTab:
		return d.judging(what)
	case row.key == "":
		return nil
	case what == setHere:
		return d.setting(row)
	case what == takeAway:
		return d.takingAway(row)
	}
	return d.dealing(what, row)
}

// dealing asks about something that is done to the chosen person.
func (d *desk) dealing(what deed, row deskRow) *form {
	whom := player.Player{ID: row.id, Name: row.name}
	switch what {
	case giveRole:
		return &form{
			head: "A role for " + row.name, asks: []ask{{"Role (guest, member, moderator, owner)", line{limit: 20}}, reasonAsk()},
			do: func(a []string) tea.Cmd {
				return d.act(func(ctx context.Context, at *club.Desk) (string, error) { return at.Give(ctx, whom, a[0], a[1]) })
			},
		}
	case muteHere:
		mute := func(lasts, reason string) tea.Cmd {
			return d.act(func(ctx context.Context, at *club.Desk) (string, error) {
				return at.Mute(ctx, whom, !row.muted, lasts, reason)
			})
		}
		if row.muted {
			return &form{head: "Let " + row.name + " be heard again", asks: []ask{reasonAsk()}, do: func(a []string) tea.Cmd { return mute("", a[0]) }}
		}
		return &form{
			head: "Let nobody hear " + row.name, asks: []ask{lastingAsk(), reasonAsk()},
			do: func(a []string) tea.Cmd { return mute(a[0], a[1]) },
		}
	case unmarkHere:
		return &form{
			head: "No program plays for " + row.name + " any more", asks: []ask{reasonAsk()},
			do: func(a []string) tea.Cmd {
				return d.act(func(ctx context.Context, at *club.Desk) (string, error) { return at.Unmark(ctx, whom, a[0]) })
			},
		}
	case renameHere:
		return &form{
			head: "Another name for " + row.name, asks: []ask{{"Name", line{limit: player.MaxNameCells}}, reasonAsk()},
			do: func(a []string) tea.Cmd {
				return d.act(func(ctx context.Context, at *club.Desk) (string, error) { return at.Rename(ctx, whom, a[0], a[1]) })
			},
		}
	case takeKey:
		return &form{
			head: "Take a key off the account of " + row.name, know: row.detail, asks: []ask{{"Fingerprint", line{limit: 64}}, reasonAsk()},
			do: func(a []string) tea.Cmd {
				return d.act(func(ctx context.Context, at *club.Desk) (string, error) { return at.RemoveKey(ctx, whom, a[0], a[1]) })
			},
		}
	}
	return &form{head: "Keep " + row.name + " out", asks: []ask{lastingAsk(), reasonAsk()}, do: func(a []string) tea.Cmd {
		return d.ban(func(context.Context, *club.Desk) (club.Ban, error) { return club.Ban{Whom: whom.ID}, nil }, a[0], a[1], false)
	}}
}

func lastingAsk() ask {
	return ask{"For how long (like 12h or 7d; empty is for good)", line{limit: 10}}
}

// banning asks whom to keep out.
func (d *desk) banning() *form {
	return &form{
		head: "Keep somebody out", asks: []ask{{"Name, fingerprint of a key, address or range", line{limit: 64}}, lastingAsk(), reasonAsk()},
		do: func(a []string) tea.Cmd {
			return d.ban(func(ctx context.Context, at *club.Desk) (club.Ban, error) { return at.BanOf(ctx, a[0]) }, a[1], a[2], false)
		},
	}
}

// ban keeps somebody out; who would keep himself out too is asked once more.
func (d *desk) ban(of func(context.Context, *club.Desk) (club.Ban, error), lasts, reason string, force bool) tea.Cmd {
	e := d.env
	return func() tea.Msg {
		msg := deskDoneMsg{d: d}
		b, err := of(e.ctx, e.cfg.Desk)
		if msg.err = err; err != nil {
			return msg
		}
		msg.done, msg.err = e.cfg.Desk.Ban(e.ctx, b, lasts, reason, force)
		msg.again = d.ban(of, lasts, reason, true)
		return msg
	}
}

// takingAway asks why something of the chosen line shall end.
func (d *desk) takingAway(row deskRow) *form {
	var head string
	var do func(ctx context.Context, at *club.Desk, reason string) (string, error)
	switch d.tab {
	case membersTab:
		head = "Remove " + row.name + " from the members"
		do = func(ctx context.Context, at *club.Desk, reason string) (string, error) {
			return at.Remove(ctx, player.Player{ID: row.id, Name: row.name}, reason)
		}
	case passesTab:
		head = fmt.Sprintf("Take invitation %d back", row.number)
		do = func(ctx context.Context, at *club.Desk, reason string) (string, error) {
			return at.Revoke(ctx, row.number, reason)
		}
	case bansTab:
		head = fmt.Sprintf("End ban %d", row.number)
		do = func(ctx context.Context, at *club.Desk, reason string) (string, error) {
			return at.Unban(ctx, row.number, reason)
		}
	default:
		head = "Let the configuration decide on " + row.name
		do = func(ctx context.Context, at *club.Desk, reason string) (string, error) {
			return at.Unset(ctx, row.name, reason)
		}
	}
	return &form{head: head, asks: []ask{reasonAsk()}, do: func(a []string) tea.Cmd {
		return d.act(func(ctx context.Context, at *club.Desk) (string, error) { return do(ctx, at, a[0]) })
	}}
}

// setting asks what the house shall say of itself.
func (d *desk) setting(row deskRow) *form {
	what := capital(row.name)
	if row.name == string(club.SetEntry) {
		what += " (open, guests, members-only)"
	}
	return &form{
		head: "Set " + row.name, asks: []ask{{what, line{text: row.value, limit: 1000}}, reasonAsk()},
		do: func(a []string) tea.Cmd {
			return d.act(func(ctx context.Context, at *club.Desk) (string, error) { return at.Set(ctx, row.name, a[0], a[1]) })
		},
	}
}

// inviting asks whom an invitation is for.
func (d *desk) inviting() *form {
	e := d.env
	return &form{
		head: "An invitation", asks: []ask{
			{"Role (member, moderator, owner)", line{text: club.Member.String(), limit: 20}},
			{"How many may use it", line{text: "1", limit: 4}},
			{"For how long", line{text: "7d", limit: 10}},
			reasonAsk(),
		},
		do: func(a []string) tea.Cmd {
			return func() tea.Msg {
				msg := deskDoneMsg{d: d}
				uses, err := strconv.Atoi(a[1])
				if err != nil {
					msg.err = fmt.Errorf("%q is no number: say how many may use the invitation, like 1 or 40", a[1])
					return msg
				}
				msg.code, msg.done, msg.err = e.cfg.Desk.Invite(e.ctx, a[0], uses, a[2], a[3])
				return msg
			}
		},
	}
}

// lookUp asks for somebody by name.
func (d *desk) lookUp() *form {
	e := d.env
	return &form{head: "Somebody, with a role or without", asks: []ask{{"Name", line{limit: player.MaxNameCells}}}, do: func(a []string) tea.Cmd {
		return func() tea.Msg {
			who, err := e.cfg.Desk.Whose(e.ctx, a[0])
			return deskDoneMsg{d: d, found: who.ID, err: err}
		}
	}}
}
