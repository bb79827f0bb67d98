package admin

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"quadrille/internal/draw"
	"quadrille/internal/player"
	"quadrille/internal/service/club"
)

// listRow is a line of a list.
type listRow struct {
	key    string // identifies the row; empty if the row has no actions
	text   string
	detail string // text that is shown below the list while the row is selected
	name   string // name of a member or setting
	id     player.ID
	number int64
	value  string
	muted  bool
}

// entriesShown is the maximum number of audit entries in the list.
const entriesShown = 200

// listRows loads the list of a tab. A member who was found by name is listed first.
func listRows(ctx context.Context, at *club.Admin, tab tabID, who player.ID) (rows []listRow, err error) {
	zone := at.Club.Settings.Zone()
	switch tab {
	case MembersTab:
		return memberRows(ctx, at, who)
	case invitationsTab:
		for _, p := range at.Invitations(ctx) {
			rows = append(rows, listRow{
				key: fmt.Sprint(p.Number), number: p.Number,
				text: fmt.Sprintf(
					"%4d  %-9s  used %d of %d  %s  by %s",
					p.Number,
					p.Role,
					p.Used,
					p.Uses,
					club.Until(p.Until, zone),
					p.By,
				),
			})
		}
	case bansTab:
		for _, b := range at.Bans(ctx) {
			rows = append(rows, listRow{
				key: fmt.Sprint(b.Number), number: b.Number, detail: "by " + b.By + ": " + player.Shown(b.Reason, 200),
				text: fmt.Sprintf("%4d  %-28s  %s", b.Number, club.Until(b.Until, zone), b.Name+b.Key+b.Range),
			})
		}
	case auditTab:
		return auditRows(ctx, at)
	case settingsTab:
		for _, s := range at.Settings() {
			value := player.Shown(s.Value, 1000)
			rows = append(rows, listRow{
				key: s.Name, name: s.Name, value: s.Value, detail: value,
				text: fmt.Sprintf("%-9s %-21s  %s", s.Name, s.By(), value),
			})
		}
	}
	return rows, err
}

func memberRows(ctx context.Context, at *club.Admin, who player.ID) (rows []listRow, err error) {
	list, err := at.Members(ctx)
	if err == nil && who != "" {
		var one club.MemberLine
		one, err = at.Person(ctx, who)
		list = slices.DeleteFunc(list, func(m club.MemberLine) bool { return m.ID == who })
		list = slices.Insert(list, 0, one)
	}
	for i := range list {
		rows = append(rows, memberRow(&list[i], at.Club.Settings.Zone()))
	}
	return rows, err
}

func memberRow(m *club.MemberLine, zone *time.Location) listRow {
	who := player.Player{Name: m.Name, BotAccount: m.BotAccount}
	text := draw.Pad(who.Shown(player.MaxNameCells), player.MaxNameCells)
	text += fmt.Sprintf("  %-9s  since %-10s  seen %s", m.Role, club.Day(m.Since.In(zone)), club.Day(m.Used.In(zone)))
	if m.Muted {
		text += "  muted"
	}
	var keys []string
	for _, k := range m.Keys {
		keys = append(keys, string(k.Fingerprint))
	}
	return listRow{key: string(m.ID), text: text, detail: strings.Join(keys, " "), name: m.Name, id: m.ID, muted: m.Muted}
}

// auditRows returns the latest audit entries, newest first.
func auditRows(ctx context.Context, at *club.Admin) (rows []listRow, err error) {
	list, err := at.Audit(ctx, entriesShown, func(club.AuditEntry) bool { return true })
	slices.Reverse(list)
	for _, line := range list {
		rows = append(rows, listRow{
			key: fmt.Sprint(line.Number), detail: player.Shown(line.Reason, 200),
			text: fmt.Sprintf(
				"%5d  %s  %s %s %s",
				line.Number,
				club.Minute(line.At, at.Club.Settings.Zone()),
				line.By,
				line.Verb,
				line.Object,
			),
		})
	}
	return rows, err
}
