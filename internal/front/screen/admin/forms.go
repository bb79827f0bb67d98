package admin

import (
	"context"
	"fmt"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/front/screen/kit"
	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/service/club"
)

// typed handles a key in a form.
func (d *Screen) typed(msg tea.KeyPressMsg) tea.Cmd {
	d.note = ""
	switch d.form.Key(msg) {
	case kit.FormClosed:
		d.form = nil
	case kit.FormRefused:
		return d.env.Bell()
	case kit.FormSent:
		return d.form.Do(d.form.Answers())
	}
	return nil
}

// act executes an action and reports the result.
func (d *Screen) act(f func(ctx context.Context, at *club.Admin) (done string, err error)) tea.Cmd {
	e := d.env
	return func() tea.Msg {
		done, err := f(e.Ctx, e.Cfg.Admin)
		return doneMsg{d: d, done: done, err: err}
	}
}

// formFor returns the form for an action, or nil if the action does not apply to the
// selected row.
func (d *Screen) formFor(what kit.Action) *kit.Form {
	row := d.chosen()
	switch {
	case !d.applies(what, row):
		return nil
	case what == kit.SearchText:
		return d.findForm()
	case what == kit.AddInvitation:
		return d.invitationForm()
	case what == kit.AddBan && d.tab == bansTab:
		return d.banForm()
	case d.tab == tablesTab:
		return d.tableForm(what)
	case what == kit.ChangeSetting:
		return d.settingForm(row)
	case what == kit.RemoveEntry:
		return d.removeForm(row)
	}
	return d.memberForm(what, row)
}

func (d *Screen) memberForm(what kit.Action, row listRow) *kit.Form {
	member := player.Player{ID: row.id, Name: row.name}
	switch what {
	case kit.SetRole:
		return &kit.Form{
			Head:   "Change the role of " + row.name,
			Fields: []kit.Field{roleField("", "guest", "member", "moderator", "owner"), kit.ReasonField()},
			Do: func(a []string) tea.Cmd {
				return d.act(func(ctx context.Context, at *club.Admin) (string, error) { return at.Give(ctx, member, a[0], a[1]) })
			},
		}
	case kit.ToggleMute:
		mute := func(lasts, reason string) tea.Cmd {
			return d.act(func(ctx context.Context, at *club.Admin) (string, error) {
				return at.Mute(ctx, member, !row.muted, lasts, reason)
			})
		}
		if row.muted {
			return &kit.Form{
				Head:   "Unmute " + row.name,
				Fields: []kit.Field{kit.ReasonField()},
				Do:     func(a []string) tea.Cmd { return mute("", a[0]) },
			}
		}
		return &kit.Form{
			Head: "Mute " + row.name, Fields: []kit.Field{durationField(), kit.ReasonField()},
			Do: func(a []string) tea.Cmd { return mute(a[0], a[1]) },
		}
	case kit.UnmarkBot:
		return &kit.Form{
			Head: "Turn bot account " + row.name + " into an ordinary account", Fields: []kit.Field{kit.ReasonField()},
			Do: func(a []string) tea.Cmd {
				return d.act(func(ctx context.Context, at *club.Admin) (string, error) { return at.Unmark(ctx, member, a[0]) })
			},
		}
	case kit.EndPause:
		return &kit.Form{
			Head: "End the pause of " + row.name, Fields: []kit.Field{kit.ReasonField()},
			Do: func(a []string) tea.Cmd {
				return d.act(func(ctx context.Context, at *club.Admin) (string, error) { return at.Unpause(ctx, member, a[0]) })
			},
		}
	case kit.Rename:
		return &kit.Form{
			Head: "Rename " + row.name, Fields: []kit.Field{
				{Label: "New name", Line: kit.Line{Limit: player.MaxNameCells}},
				kit.ReasonField(),
			},
			Do: func(a []string) tea.Cmd {
				return d.act(func(ctx context.Context, at *club.Admin) (string, error) { return at.Rename(ctx, member, a[0], a[1]) })
			},
		}
	case kit.RemoveKey:
		return &kit.Form{
			Head: "Remove a key of " + row.name, Note: row.detail, Fields: []kit.Field{
				{Label: "Fingerprint", Line: kit.Line{Limit: 64}},
				kit.ReasonField(),
			},
			Do: func(a []string) tea.Cmd {
				return d.act(func(ctx context.Context, at *club.Admin) (string, error) {
					return at.RemoveKey(ctx, member, a[0], a[1])
				})
			},
		}
	}
	return &kit.Form{Head: "Ban " + row.name, Fields: []kit.Field{durationField(), kit.ReasonField()}, Do: func(a []string) tea.Cmd {
		return d.ban(
			func(context.Context, *club.Admin) ([]club.Ban, error) { return []club.Ban{{Account: member.ID}}, nil },
			a[0],
			a[1],
			false,
		)
	}}
}

func durationField() kit.Field {
	return kit.Field{Label: "Duration", Help: "such as 12h or 7d; empty: permanent", Line: kit.Line{Limit: 10}, Check: isDuration}
}

func roleField(role string, roles ...string) kit.Field {
	return kit.Field{
		Label: "Role", Help: present.List(roles) + "; left and right change it", Choices: roles,
		Line: kit.Line{Text: role, Limit: 20}, Replace: true,
		Check: func(text string) error {
			_, err := club.ParseRole(text)
			return err
		},
	}
}

// isUses refuses a text that is not a number of uses of an invitation.
func isUses(text string) error {
	if n, err := strconv.Atoi(text); err != nil || n < 1 {
		return fmt.Errorf("%q is not a number of uses; enter a number such as 1 or 40", text)
	}
	return nil
}

// isDuration refuses a text that is not a duration. An empty text means no limit.
func isDuration(text string) error {
	if text == "" {
		return nil
	}
	_, err := club.ParseLasting(text)
	return err
}

func (d *Screen) banForm() *kit.Form {
	return &kit.Form{
		Head: "Ban", Fields: []kit.Field{
			{Label: "Who", Help: "a name, a key fingerprint, an address or a range", Line: kit.Line{Limit: 64}},
			durationField(),
			kit.ReasonField(),
		},
		Do: func(a []string) tea.Cmd {
			return d.ban(func(ctx context.Context, at *club.Admin) ([]club.Ban, error) { return at.BansOf(ctx, a[0]) }, a[1], a[2], false)
		},
	}
}

// ban bans a name, key or address. If a ban of addresses would exclude a connected owner
// or the viewer, the viewer must confirm the ban.
func (d *Screen) ban(of func(context.Context, *club.Admin) ([]club.Ban, error), lasts, reason string, force bool) tea.Cmd {
	e := d.env
	return func() tea.Msg {
		msg := doneMsg{d: d}
		bans, err := of(e.Ctx, e.Cfg.Admin)
		if msg.err = err; err != nil {
			return msg
		}
		msg.done, msg.err = e.Cfg.Admin.Ban(e.Ctx, bans, lasts, reason, force)
		msg.again = d.ban(of, lasts, reason, true)
		return msg
	}
}

// removeForm returns the form that removes the selected member, invitation or ban, or resets
// the selected setting.
func (d *Screen) removeForm(row listRow) *kit.Form {
	var head string
	var do func(ctx context.Context, at *club.Admin, reason string) (string, error)
	switch d.tab {
	case membersTab:
		head = "Remove " + row.name + " from the club"
		do = func(ctx context.Context, at *club.Admin, reason string) (string, error) {
			return at.Remove(ctx, player.Player{ID: row.id, Name: row.name}, reason)
		}
	case invitationsTab:
		head = fmt.Sprintf("Revoke invitation %d", row.number)
		do = func(ctx context.Context, at *club.Admin, reason string) (string, error) {
			return at.Revoke(ctx, row.number, reason)
		}
	case bansTab:
		head = fmt.Sprintf("Lift ban %d", row.number)
		do = func(ctx context.Context, at *club.Admin, reason string) (string, error) {
			return at.Unban(ctx, row.number, reason)
		}
	default:
		head = "Reset " + row.name + " to its value in the configuration file"
		do = func(ctx context.Context, at *club.Admin, reason string) (string, error) {
			return at.Unset(ctx, row.name, reason)
		}
	}
	return &kit.Form{Head: head, Fields: []kit.Field{kit.ReasonField()}, Do: func(a []string) tea.Cmd {
		return d.act(func(ctx context.Context, at *club.Admin) (string, error) { return do(ctx, at, a[0]) })
	}}
}

// settingForm returns the form for a setting of the club.
func (d *Screen) settingForm(row listRow) *kit.Form {
	what := kit.Field{Label: present.Capital(row.name), Line: kit.Line{Text: row.value, Limit: 1000}}
	switch club.Setting(row.name) {
	case club.SetEntry:
		what.Help, what.Choices = "who may enter", []string{"open", "guests", "members-only"}
	case club.SetSeeks:
		what.Help, what.Choices = `on: players find each other with "Play now"`, []string{"on", "off"}
	}
	return &kit.Form{
		Head: "Set " + row.name, Fields: []kit.Field{what, kit.ReasonField()},
		Do: func(a []string) tea.Cmd {
			return d.act(func(ctx context.Context, at *club.Admin) (string, error) { return at.Set(ctx, row.name, a[0], a[1]) })
		},
	}
}

// invitationForm returns the form for an invitation to the club.
func (d *Screen) invitationForm() *kit.Form {
	e := d.env
	return &kit.Form{
		Head: "New invitation", Fields: []kit.Field{
			roleField(club.Member.String(), "member", "moderator", "owner"),
			{Label: "Uses", Help: "how many people may join with it", Line: kit.Line{Text: "1", Limit: 4}, Check: isUses},
			{Label: "Duration", Help: "such as 12h or 7d", Line: kit.Line{Text: "7d", Limit: 10}, Check: isDuration},
			kit.ReasonField(),
		},
		Do: func(a []string) tea.Cmd {
			return func() tea.Msg {
				msg := doneMsg{d: d}
				uses, _ := strconv.Atoi(a[1]) // no error: the field was checked
				msg.code, msg.done, msg.err = e.Cfg.Admin.Invite(e.Ctx, a[0], uses, a[2], a[3])
				return msg
			}
		},
	}
}

// findForm returns the form that finds an account by name.
func (d *Screen) findForm() *kit.Form {
	e := d.env
	return &kit.Form{
		Head:   "Find an account",
		Fields: []kit.Field{{Label: "Name", Line: kit.Line{Limit: player.MaxNameCells}}},
		Do: func(a []string) tea.Cmd {
			return func() tea.Msg {
				who, err := e.Cfg.Admin.Whose(e.Ctx, a[0])
				return doneMsg{d: d, found: who.ID, err: err}
			}
		},
	}
}
