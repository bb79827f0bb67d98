package admin

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"quadrille/internal/clock"
	"quadrille/internal/draw"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/service/club"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
)

// listRow is a line of a list.
type listRow struct {
	key    string   // identifies the row; empty if the row has no actions
	cells  []string // texts in the columns of the tab
	detail string   // text that is shown beside or below the list while the row is selected
	name   string   // name of a member or setting
	id     player.ID
	number int64
	table  *view.Summary // in the list of tables
	value  string
	muted  bool
	never  []kit.Action // actions that do not apply to this row
}

// entriesShown is the maximum number of audit entries in the list.
const entriesShown = 200

// listRows loads the list of a tab. A member who was found by name is listed first.
func listRows(ctx context.Context, at *club.Admin, tab tabID, who player.ID) (rows []listRow, err error) {
	zone := at.Club.Settings.Zone()
	switch tab {
	case membersTab:
		return memberRows(ctx, at, who)
	case invitationsTab:
		for _, p := range at.Invitations(ctx) {
			rows = append(rows, listRow{
				key: fmt.Sprint(p.Number), number: p.Number,
				cells: []string{fmt.Sprint(p.Number), p.Role, fmt.Sprintf("%d of %d", p.Used, p.Uses), club.Until(p.Until, zone), p.By},
			})
		}
	case bansTab:
		for _, b := range at.Bans(ctx) {
			rows = append(rows, listRow{
				key: fmt.Sprint(b.Number), number: b.Number, detail: "by " + b.By + ": " + player.Shown(b.Reason, 200),
				cells: []string{fmt.Sprint(b.Number), b.Name + b.Key + b.Range, club.Until(b.Until, zone)},
			})
		}
	case auditTab:
		return auditRows(ctx, at)
	case settingsTab:
		for _, s := range at.Settings() {
			value := player.Shown(s.Value, 1000)
			row := listRow{
				key: s.Name, name: s.Name, value: s.Value, detail: value,
				cells: []string{present.Capital(s.Name), value, s.By()},
			}
			if !s.Set {
				row.never = []kit.Action{kit.RemoveEntry}
			}
			rows = append(rows, row)
		}
	}
	return rows, err
}

// memberRows returns the members, and the other players who are paused from pairing. The account
// `who`, if not empty, comes first.
func memberRows(ctx context.Context, at *club.Admin, who player.ID) (rows []listRow, err error) {
	list, err := at.Members(ctx)
	for _, p := range at.Paused(ctx) {
		if err != nil || slices.ContainsFunc(list, func(m club.MemberLine) bool { return m.ID == p.ID }) {
			continue
		}
		var paused club.MemberLine
		paused, err = at.Person(ctx, p.ID)
		list = append(list, paused)
	}
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
	note := ""
	if m.Muted {
		note = "muted"
		if !m.MutedUntil.IsZero() {
			note += " " + club.Until(m.MutedUntil, zone)
		}
	}
	if !m.PausedUntil.IsZero() {
		note = strings.TrimPrefix(note+", paused "+club.Until(m.PausedUntil, zone), ", ")
	}
	var keys []string
	for _, k := range m.Keys {
		keys = append(keys, string(k.Fingerprint))
	}
	var never []kit.Action
	if !m.BotAccount {
		never = append(never, kit.UnmarkBot)
	}
	if m.PausedUntil.IsZero() {
		never = append(never, kit.EndPause)
	}
	if len(keys) == 0 {
		never = append(never, kit.RemoveKey)
	}
	return listRow{
		key: string(m.ID), detail: strings.Join(keys, " "), name: m.Name, id: m.ID, muted: m.Muted, never: never,
		cells: []string{who.Shown(player.MaxNameCells), m.Role, club.Day(m.Since.In(zone)), club.Day(m.Used.In(zone)), note},
	}
}

// auditRows returns the latest audit entries, newest first.
func auditRows(ctx context.Context, at *club.Admin) (rows []listRow, err error) {
	list, err := at.Audit(ctx, entriesShown, func(club.AuditEntry) bool { return true })
	slices.Reverse(list)
	for _, line := range list {
		rows = append(rows, listRow{
			key: fmt.Sprint(line.Number), number: line.Number, detail: player.Shown(line.Reason, 200),
			cells: []string{
				fmt.Sprint(line.Number), clock.Minute(line.At, at.Club.Settings.Zone()),
				strings.TrimSpace(fmt.Sprint(line.By, " ", line.Verb, " ", line.Object)),
			},
		})
	}
	return rows, err
}

// column describes a column of a tab.
type column struct {
	head              string
	width, grow, rank int
	full, wide        int // see kit.Column
	right             bool
	less              func(a, b listRow) int // how to sort by this column; nil to sort by its texts
}

// byNumber sorts the rows by their numbers.
func byNumber(a, b listRow) int { return cmp.Compare(a.number, b.number) }

// columns lists the columns of each tab. The tables also have those of [present.TableColumns].
var columns = [tabCount][]column{
	membersTab: {
		{head: "Name", width: 20, grow: 8},
		{head: "Role", width: 9, rank: 1},
		{head: "Since", width: 10, rank: 3},
		{head: "Seen", width: 10, rank: 2},
		{head: "Note", width: 12, grow: 24, rank: 4},
	},
	invitationsTab: {
		{head: "#", width: 4, right: true, less: byNumber},
		{head: "Role", width: 9, rank: 1},
		{head: "Used", width: 9, rank: 2},
		{head: "Valid", width: 26, rank: 3},
		{head: "By", width: 12, grow: 10, rank: 4},
	},
	bansTab: {
		{head: "#", width: 4, right: true, less: byNumber},
		{head: "Who", width: 20, grow: 30, rank: 1},
		{head: "Until", width: 28, rank: 2},
	},
	auditTab: {
		{head: "#", width: 5, right: true, less: byNumber},
		{head: "Time", width: 20, rank: 2},
		{head: "What", width: 34, grow: 60, rank: 1},
	},
	settingsTab: {{head: "Setting", width: 12}, {head: "Value", width: 20, grow: 50, rank: 1}, {head: "Set", width: 20, rank: 2}},
	tablesTab: {
		{head: "#", width: 5, right: true, less: byNumber},
		{head: "State", width: 8, rank: 1},
		{head: "Game", width: 12, rank: 2},
		{head: "Now", width: 12, full: 32, wide: 4, grow: 10, rank: 3},
	},
}

// columnsOf returns the columns of a tab.
func columnsOf(tab tabID) []column {
	list := columns[tab]
	if tab == tablesTab {
		for i := range present.TableColumns {
			c := &present.TableColumns[i]
			one := column{head: c.Head, width: c.Width, grow: c.Grow, rank: c.Rank, right: c.Right}
			if c.Less != nil {
				one.less = func(a, b listRow) int { return c.Less(a.table, b.table) }
			}
			list = append(list[:len(list):len(list)], one)
		}
	}
	return list
}

// look returns the style of a text in a list: some words have a colour of their own.
func look(word string, ink *kit.Ink) draw.Style {
	switch {
	case word == club.Owner.String():
		return ink.Accent
	case word == club.Moderator.String() || word == table.Playing.String():
		return ink.Good
	case strings.HasPrefix(word, "muted"):
		return ink.Alarm
	}
	return ink.Text
}

// newList returns the empty list of a tab.
func newList(tab tabID) kit.List[listRow] {
	l := kit.List[listRow]{
		Key:   func(r listRow) any { return r.key },
		Text:  func(r listRow) string { return strings.Join(r.cells, " ") + " " + r.detail },
		Empty: emptyTexts[tab],
	}
	for i, c := range columnsOf(tab) {
		less := c.less
		if less == nil {
			less = func(a, b listRow) int { return cmp.Compare(a.cells[i], b.cells[i]) }
		}
		l.Columns = append(l.Columns, kit.Column[listRow]{
			Head: c.head, Width: c.width, Full: c.full, Wide: c.wide, Grow: c.grow, Rank: c.rank, Right: c.right,
			Show: func(p *kit.Pen, r listRow) {
				if c.right {
					p.End(r.cells[i], p.Faint)
					return
				}
				p.Put(r.cells[i], look(r.cells[i], p.Ink))
			},
			Less: less,
		})
	}
	return l
}

// emptyTexts are shown in place of empty lists.
var emptyTexts = [tabCount]string{
	"No members yet.", "No open invitations. Press i to make one.", "No bans.", "No entries yet.", "", "No tables.",
}
