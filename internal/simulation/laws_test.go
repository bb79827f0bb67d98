package simulation

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing/synctest"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/service/lobby"
	"quadrille/internal/service/seek"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
	"quadrille/internal/table/decide"
	"quadrille/internal/table/fold"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// broken reports that a law is broken.
func (w *world) broken(law, format string, values ...any) {
	text := fmt.Sprintf("law %q: "+format, append([]any{law}, values...)...)
	if os.Getenv(stopAtOnce) != "" {
		fmt.Println(text)
		removeAll(w.db.dir)
		os.Exit(1)
	}
	w.t.Error(text)
}

// stopAtOnce is an environment variable. If it is set, the program ends at the first broken law.
const stopAtOnce = "QUADRILLE_STOP"

// refused reports whether an error says that a command had no effect.
func refused(err error) bool {
	var why *table.Refusal
	var rule *rules.Refusal
	if errors.As(err, &rule) {
		return true
	}
	return errors.As(err, &why) && !slices.Contains(notStored, why.Reason)
}

// notStored lists the reasons after which a client repeats its command.
var notStored = []*table.Reason{table.CannotStore, table.DiskFull, table.TableFailed, table.ServerStopping, table.InDoubt}

// digest describes the part of a view that all nodes must agree on.
func digest(v *table.View) string {
	var s strings.Builder
	fmt.Fprintf(&s, "phase %d actor %d moves", v.Phase, v.Actor)
	for _, m := range v.Moves {
		s.WriteString(" " + m.Plain)
	}
	for _, seat := range v.Seats {
		fmt.Fprintf(&s, "; %s ready %t closed %t vacant %t", seat.Player.ID, seat.Ready, seat.Closed, seat.Vacant)
		fmt.Fprintf(&s, " away %t", !seat.AwaySince.IsZero())
	}
	if v.Clock != nil {
		for seat, left := range v.Clock.Left {
			if rules.Seat(seat) != v.Actor { // the running clock is shown as stopped while nothing can be stored
				fmt.Fprintf(&s, "; %v", left)
			}
		}
	}
	fmt.Fprintf(&s, "; offer %v takeback %v adjourned %v rematch %v next %d", v.Offer, v.Takeback, v.Adjourned, v.Rematch, v.Next)
	return s.String()
}

// seen checks a view that a person has received.
func (w *world) seen(p *person, one *watch, v *table.View) {
	last := one.view
	one.view = v
	w.checkPrivate(p, v)
	one.reader.read(v)
	if v.Fault != "" {
		w.counted.add("faults shown")
		return
	}
	skipped := w.loose && w.db.failedTable(v.ID) // without order, a later view may have replaced the one that said why
	if last != nil && last.Fault == "" && v.Seq < last.Seq && !extends(v, last) && !skipped {
		w.broken("honest", "table %d: %s at %s has seen %d events and %d moves, then %d and %d, and was not told why",
			v.ID, p.Name, one.server.name, last.Seq, len(last.Moves), v.Seq, len(v.Moves))
	}
	if w.db.failedTable(v.ID) { // a copy may show for a moment what a fail-over has lost
		return
	}
	if w.shown[v.ID] == nil {
		w.shown[v.ID] = map[int]string{}
	}
	text := digest(v)
	if old, known := w.shown[v.ID][v.Seq]; known && old != text {
		w.broken(
			"honest",
			"table %d, event %d: %s sees at %s\n%s\nbut another view was\n%s",
			v.ID,
			v.Seq,
			p.Name,
			one.server.name,
			text,
			old,
		)
	}
	w.shown[v.ID][v.Seq] = text
}

// extends reports whether a view contains all moves of another view.
func extends(v, before *table.View) bool {
	if len(v.Moves) < len(before.Moves) {
		return false
	}
	for i := range before.Moves {
		if v.Moves[i].Plain != before.Moves[i].Plain {
			return false
		}
	}
	return true
}

// checkPrivate checks that a view contains nothing that the person may not see.
func (w *world) checkPrivate(p *person, v *table.View) {
	held := v.Held(p.ID)
	for _, m := range v.Premoves {
		if !held.Has(m.Seat) {
			w.broken("private", "table %d: %s sees the premove of seat %d", v.ID, p.Name, m.Seat)
		}
	}
	if v.Phase == table.Playing && held != 0 && len(v.SpectatorChat) > 0 {
		w.broken("private", "table %d: the player %s sees the chat of spectators", v.ID, p.Name)
	}
	if held == 0 && len(v.TeamChat) > 0 && !player.Contains(v.Replaced, p.ID) {
		w.broken("private", "table %d: %s, who does not play, sees the chat of a team", v.ID, p.Name)
	}
}

// checkProgress checks that commands at servers without trouble are answered.
func (w *world) checkProgress() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, p := range w.people {
		c := p.busy
		if c == nil || time.Now().Before(w.healAt) || w.db.waits {
			continue
		}
		since := c.sentAt
		for _, at := range []time.Time{w.healAt, c.at.calm, w.restarted} {
			if at.After(since) {
				since = at
			}
		}
		if d := time.Since(since); d > 10*time.Second && !c.at.troubled() {
			w.broken("progress", "%s at %s: %s is not answered after %v", p.Name, c.at.name, c.what, d)
			p.busy = nil
		}
	}
}

// caughtUpWithin is how soon a server must show an event that another server has stored.
const caughtUpWithin = 6 * time.Second

// checkCopies checks that servers without trouble show what other servers have stored, and nothing
// that a fail-over has lost.
func (w *world) checkCopies() {
	now := time.Now()
	if w.db.waits || now.Before(w.healAt.Add(caughtUpWithin)) || now.Before(w.restarted.Add(caughtUpWithin)) {
		return
	}
	for _, p := range w.people {
		if p.at == nil || p.at.troubled() || now.Before(p.at.calm.Add(caughtUpWithin)) {
			continue
		}
		for _, id := range p.tables() {
			one := p.watching[id]
			last := w.db.newest(id)
			switch v := one.table.View(); {
			case v.Fault != "" || one.table.Unloaded():
			case v.Seq > last.last:
				w.broken("equal", "table %d at %s shows %d events, but a fail-over has left %d", id, p.at.name, v.Seq, last.last)
			case v.Seq < last.last && now.Sub(last.at) > caughtUpWithin:
				w.broken("told", "table %d at %s shows %d events, but event %d was stored %v ago",
					id, p.at.name, v.Seq, last.last, now.Sub(last.at))
			}
		}
	}
}

// checkSeeks checks, from time to time, that servers list each seek whose table they know as open.
func (w *world) checkSeeks() {
	if w.loose || w.step.Load()%16 != 0 {
		return
	}
	for _, n := range w.up() {
		open := n.seeks.Open()
		for _, one := range n.lobby.View().Tables {
			line := n.lobby.Line("", one.ID)
			seated := func(seat table.SeatView) bool { return seat.Player.ID != "" && !seat.Player.ID.Bot() }
			if line == nil || !line.Terms.Seek || line.Phase != table.Waiting || !slices.ContainsFunc(line.Seats[:], seated) {
				continue
			}
			w.counted.add("open seeks listed")
			if !slices.ContainsFunc(open, func(o seek.Open) bool { return o.ID == one.ID }) {
				w.broken("equal", "%s knows table %d of a seek, but does not list the seek", n.name, one.ID)
			}
		}
	}
}

// checkOneSeek checks that a person whose seeks are all answered, and were all sent to the same server, waits
// for one game only.
func (w *world) checkOneSeek(p *person) {
	if p.at == nil || w.loose || w.lossy || w.step.Load()%16 != 0 {
		return
	}
	var byHand []table.ID
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, c := range w.calls {
		switch {
		case c.by != p:
		case c.command != nil && c.command.Kind == table.Sit:
			byHand = append(byHand, c.table)
		case c.seeking != nil && (c.at != p.at || c.answered == 0 || c.err != nil && !refusedService(c.err)):
			return
		}
	}
	waits := slices.DeleteFunc(p.at.lobby.Seated(p.ID), func(one *view.Summary) bool {
		return !one.Terms.Seek || one.Phase != table.Waiting || slices.Contains(byHand, one.ID)
	})
	if len(waits) > 1 {
		w.broken("once", "%s waits at %s for %d games, at the tables %d and %d", p.Name, p.at.name, len(waits), waits[0].ID, waits[1].ID)
	}
}

// delivered remembers a message that was acknowledged.
func (w *world) delivered(p *person, text string, err error) {
	if err == nil && !p.at.deadNow() {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.messages[text] = time.Now()
	}
}

func (n *server) deadNow() bool { return n == nil || n.dead.Load() }

// logged is a table's log with the state after each event.
type logged struct {
	id     table.ID
	events []table.Event
	at     map[string][]int // for each command, by its key, the numbers of its events
}

// checkAll checks the laws at the end of a run.
func (w *world) checkAll() {
	logs := map[table.ID]*logged{}
	for id := table.ID(1); ; id++ {
		events, err := w.db.store.Tables.Load(context.Background(), id)
		if errors.Is(err, table.ErrNoTable) {
			break
		}
		if err != nil {
			w.t.Errorf("table %d: %v", id, err)
			continue
		}
		l := &logged{id: id, events: events, at: map[string][]int{}}
		for i := range events {
			if key := keyOf(&events[i]); key != "" {
				l.at[key] = append(l.at[key], i+1)
			}
			if events[i].ByLot() {
				w.counted.add("lots")
			}
		}
		logs[id] = l
	}
	w.counted.each["tables"] += len(logs)
	w.checkCommands(logs)
	w.checkDecisions(logs)
	w.checkEqual(logs)
	w.checkPauses(logs)
	w.checkLists(logs)
	w.checkHonest(logs)
	w.checkLatest(logs)
	w.checkNotices(logs)
	w.checkOnce(logs)
	w.checkClocks(logs)
	w.checkNames()
	w.checkInvitationHistory()
	w.checkSeekHistory(logs)
}

// stored lists the kinds of commands that have always an effect, so that their IDs must be in the
// log when they were acknowledged.
var stored = []table.CommandKind{table.Play, table.Chat, table.TeamChat, table.Premove}

// checkCommands checks the laws "durable" and "real time".
func (w *world) checkCommands(logs map[table.ID]*logged) {
	type done struct{ sent, answered, number int64 }
	order, sent := map[table.ID][]done{}, map[string]int{}
	for _, c := range w.calls {
		if c.command != nil {
			sent[c.key()]++
		}
	}
	for _, c := range w.calls {
		if c.command == nil {
			continue
		}
		l := logs[c.table]
		var numbers []int
		if l != nil {
			numbers = l.at[c.key()]
		}
		if len(numbers) > 1 {
			w.broken(
				"durable",
				"table %d: command %s (%s) is in the log %d times, at %v",
				c.table,
				c.key(),
				c.what,
				len(numbers),
				numbers,
			)
		}
		if c.answered != 0 && refused(c.err) && len(numbers) > 0 && sent[c.key()] == 1 {
			w.broken("durable", "table %d: %s was refused, but is event %d: %v", c.table, c.what, numbers[0], c.err)
		}
		if c.answered == 0 || c.err != nil {
			continue
		}
		w.counted.add("acknowledged commands")
		if w.lost(c) {
			w.counted.add("acknowledged commands lost by a fail-over")
			continue
		}
		if len(numbers) == 0 || numbers[0] > c.after { // the command had no effect; a repetition may have had one
			if slices.Contains(stored, c.command.Kind) && c.command.Action.Type != rules.Resign { // a resignation may be proposed already
				w.broken("durable", "table %d: %s by %s was acknowledged, but is not in the log of %d events",
					c.table, c.what, c.by.Name, w.db.length(c.table))
			}
			continue
		}
		if c.shown < numbers[0] && !w.db.failedTable(c.table) { // a table that gets the number of a lost one may be opened twice
			w.broken(
				"durable",
				"table %d: %s is event %d, but was answered when the table showed %d events",
				c.table,
				c.what,
				numbers[0],
				c.shown,
			)
		}
		if !c.again && !w.db.failedTable(c.table) { // a fail-over gives numbers again
			if c.before >= numbers[0] {
				w.broken("real time", "table %d: %s is event %d, but was sent after event %d", c.table, c.what, numbers[0], c.before)
			}
			order[c.table] = append(order[c.table], done{c.sent, c.answered, int64(numbers[0])})
		}
	}
	for id, list := range order {
		slices.SortFunc(list, func(a, b done) int { return int(a.number - b.number) })
		var latest done // of the commands with lower numbers, the one that was sent last
		for _, d := range list {
			if d.answered < latest.sent {
				w.broken("real time", "table %d: event %d was answered before event %d was sent", id, d.number, latest.number)
			}
			if d.sent > latest.sent {
				latest = d
			}
		}
	}
}

// checkDecisions decides each stored command again, from the events before it. The decision must
// have the same events. A refusal must be right in some state between command and answer.
func (w *world) checkDecisions(logs map[table.ID]*logged) {
	commands, refusals := map[string]*call{}, map[table.ID][]*call{}
	for _, c := range w.calls {
		switch {
		case c.command == nil:
		case c.err == nil || !refused(c.err):
			commands[c.command.ID] = c
		case !c.again && c.answered != 0 && !w.db.failedTable(c.table) && slices.Contains(decidedByLog, c.command.Kind):
			refusals[c.table] = append(refusals[c.table], c)
		}
	}
	for id, l := range logs {
		s, err := fold.New(l.events[0], variants.New)
		if err != nil {
			continue
		}
		right := map[*call]bool{}
		for i := range l.events {
			if i > 0 && s.Apply(l.events[i]) != nil {
				break
			}
			for _, c := range refusals[id] {
				if seen := i + 1; c.before <= seen && seen <= c.after {
					right[c] = right[c] || sameRefusal(decideAgain(s, *c.command, c.sentAt), c.err)
				}
			}
			if i+1 == len(l.events) {
				break
			}
			next := l.events[i+1]
			c := commands[next.CommandID]
			if c == nil || !slices.Contains(decidedByLog, c.command.Kind) {
				continue
			}
			d := decide.Decision{State: s.Clone(), Now: next.At, Env: env}
			if err := d.Command(*c.command); err != nil {
				w.broken("real time", "table %d, event %d: %s is refused when it is decided again: %v", id, i+2, c.what, err)
				continue
			}
			w.counted.add("decisions made again")
			for j, e := range d.Events {
				if e.ByLot() {
					break // the lot is drawn anew, and may fall differently
				}
				if k := i + 1 + j; k >= len(l.events) || l.events[k].Kind != e.Kind || l.events[k].Action != e.Action {
					w.broken("real time", "table %d, event %d: %s is decided again as %q %q", id, k+1, c.what, e.Kind, e.Action)
				}
			}
		}
		for _, c := range refusals[id] {
			if w.counted.add("refusals"); !right[c] {
				w.broken("real time", "table %d: %s was refused after event %d and before event %d without a reason: %v",
					id, c.what, c.before, c.after, c.err)
			}
		}
	}
}

// decidedByLog lists the kinds of commands whose events and refusals depend on the log only.
var decidedByLog = []table.CommandKind{
	table.Play, table.OfferDraw, table.AcceptDraw, table.DeclineDraw, table.OfferTakeback, table.AcceptTakeback, table.DeclineTakeback,
	table.Premove, table.Lift, table.PlayOn, table.Abort,
}

var env = decide.Env{Bots: true, Present: func(player.ID) bool { return true }, Roll: func(int) int { return 0 }}

// decideAgain returns the refusal of a command, or nil.
func decideAgain(s *fold.State, a table.Command, at time.Time) error {
	d := decide.Decision{State: s.Clone(), Now: fold.Later(s.Times.Last, at), Env: env}
	return d.Command(a)
}

// sameRefusal reports whether two refusals have the same reason. A table also refuses a command
// because of limits of rates.
func sameRefusal(a, b error) bool {
	var x, y *table.Refusal
	if errors.As(b, &y) && (y.Reason == table.TooFast || y.Reason == table.ChatTooFast) {
		return true
	}
	if errors.As(a, &x) && errors.As(b, &y) {
		return x.Reason == y.Reason
	}
	return a != nil && a.Error() == b.Error()
}

// lost reports whether a fail-over to an asynchronous standby has lost what a command had stored. A
// command that was sent after the fail-over must not be acknowledged because of what was lost.
func (w *world) lost(c *call) bool {
	return slices.ContainsFunc(w.db.appends, func(a appended) bool {
		return a.lost && !a.promised && a.id == c.table && c.sent <= a.lostAt && slices.Contains(a.commands, c.key())
	})
}

// checkEqual checks that all nodes have the same state of each table as its log.
func (w *world) checkEqual(logs map[table.ID]*logged) {
	for id := range logs {
		for _, n := range w.up() {
			_, _ = n.lobby.AnyTable(context.Background(), id) // loading a table may store that its clocks have stood still
		}
	}
	synctest.Wait()
	for id := range logs {
		events, err := w.db.store.Tables.Load(context.Background(), id)
		if err != nil {
			w.t.Errorf("table %d: %v", id, err)
			continue
		}
		s, err := fold.Replay(events, variants.New, nil)
		if err != nil {
			w.broken("equal", "the log of table %d: %v", id, err)
			continue
		}
		want := digest(s.Snapshot())
		if s.Phase == table.Finished {
			w.counted.add("closed games")
		}
		for _, n := range w.up() {
			t, err := n.lobby.AnyTable(context.Background(), id)
			if err != nil {
				w.broken("equal", "table %d at %s: %v", id, n.name, err)
				continue
			}
			if v := t.View(); v.Seq != len(events) || digest(v) != want {
				w.broken("equal", "table %d at %s has %d events (%s):\n%s\nits log has %d:\n%s",
					id, n.name, v.Seq, v.Fault, digest(v), len(events), want)
			}
		}
	}
}

// checkLists checks that the lobbies of all servers list each table whose game is not over, and that
// all servers list the same open seeks.
func (w *world) checkLists(logs map[table.ID]*logged) {
	for id, l := range logs {
		s, err := fold.Replay(l.events, variants.New, nil)
		if err != nil || s.Phase == table.Finished {
			continue
		}
		for _, n := range w.up() {
			listed := func(one *view.Summary) bool { return one.ID == id && one.Phase == s.Phase }
			if !slices.ContainsFunc(lobby.ForSystem(n.lobby).Live(), listed) {
				w.broken("equal", "the lobby of %s does not list table %d in phase %v", n.name, id, s.Phase)
			}
		}
	}
	first := ""
	for i, n := range w.up() {
		var list strings.Builder
		for _, one := range n.seeks.Open() {
			fmt.Fprintf(&list, "table %d", one.ID)
			if !w.lossy { // the standby may lack when bots may fill the seats
				fmt.Fprintf(&list, ", bots %t, level %d", !one.BotsAt.IsZero(), one.BotLevel)
			}
			list.WriteString("; ")
			w.counted.add("open seeks listed")
		}
		if i == 0 {
			first = list.String()
		}
		if list.String() != first {
			w.broken("equal", "%s lists the seeks %q, %s lists %q", n.name, list.String(), w.up()[0].name, first)
		}
	}
}

// checkHonest checks that what people have seen is what the log says.
func (w *world) checkHonest(logs map[table.ID]*logged) {
	for id, views := range w.shown {
		l := logs[id]
		switch {
		case w.db.failedTable(id):
			continue
		case l == nil:
			w.broken("honest", "people have seen table %d, which does not exist", id)
			continue
		}
		s, err := fold.New(l.events[0], variants.New)
		if err != nil {
			continue
		}
		for i := range l.events {
			if i > 0 && s.Apply(l.events[i]) != nil {
				break
			}
			if text, known := views[i+1]; known && text != digest(s.Snapshot()) {
				w.broken(
					"honest",
					"table %d: people have seen after event %d\n%s\nbut the log says\n%s",
					id,
					i+1,
					text,
					digest(s.Snapshot()),
				)
			}
			delete(views, i+1)
		}
		for seq, text := range views {
			w.broken("honest", "table %d: people have seen %d events, the log has %d:\n%s", id, seq, len(l.events), text)
		}
	}
}

// checkLatest checks that everybody who watches a table has its latest state in the end.
func (w *world) checkLatest(logs map[table.ID]*logged) {
	for _, p := range w.people {
		for id, one := range p.watching {
			l := logs[id]
			if l == nil || one.view == nil {
				continue
			}
			s, err := fold.Replay(l.events, variants.New, nil)
			if err != nil {
				continue
			}
			if got, want := digest(one.view), digest(s.Snapshot()); got != want {
				w.broken("told", "table %d: %s at %s sees in the end\n%s\nbut the log says\n%s", id, p.Name, one.server.name, got, want)
			}
		}
	}
}

// newest returns the last append to a table's log.
func (d *database) newest(id table.ID) (last appended) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for i := len(d.appends) - 1; i >= 0; i-- {
		if a := &d.appends[i]; a.id == id && !a.lost {
			return *a
		}
	}
	return last
}

// failedTable reports whether a fail-over has lost events of a table.
func (d *database) failedTable(id table.ID) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.ContainsFunc(d.appends, func(a appended) bool { return a.lost && a.id == id })
}

// checkOnce checks that nothing was made twice, and that nothing is missing.
func (w *world) checkOnce(logs map[table.ID]*logged) {
	made := map[string]table.ID{}
	for id := table.ID(1); logs[id] != nil; id++ {
		purpose := madeFor(&logs[id].events[0])
		if purpose == "" {
			continue
		}
		w.counted.add("rematches and boards")
		if made[purpose] != 0 {
			w.broken("once", "tables %d and %d are both the %s", made[purpose], id, purpose)
		}
		made[purpose] = id
	}
	ctx := context.Background()
	up := w.up()
	compared, err := up[0].ratings.Compare(ctx)
	if err != nil || len(compared.Differ) > 0 {
		w.broken("once", "the ratings differ from a computation from the logs: %v, %v", compared.Differ, err)
	} else {
		w.counted.each["rated games"] += compared.Games
	}
	rows, err := w.db.store.Read.QueryContext(ctx, `SELECT text, count(*) FROM messages GROUP BY text`)
	must(w.t, err)
	defer rows.Close()
	times := map[string]int{}
	for rows.Next() {
		var text string
		var n int
		must(w.t, rows.Scan(&text, &n))
		times[text] = n
	}
	for text := range w.messages {
		if w.counted.add("messages"); times[text] != 1 {
			w.broken("once", "%q was acknowledged, and is stored %d times", text, times[text])
		}
	}
}

// checkClocks checks that nobody was charged more time than passed while a server ran.
func (w *world) checkClocks(logs map[table.ID]*logged) {
	for id, l := range logs {
		s, err := fold.New(l.events[0], variants.New)
		if err != nil {
			continue
		}
		var since [rules.SeatCount]time.Time
		for i := range l.events {
			was := s.Clocks.Running
			if i > 0 && s.Apply(l.events[i]) != nil {
				break
			}
			e := &l.events[i]
			a := w.db.appendOf(id, i+1)
			if a == nil {
				continue
			}
			if (e.Kind == table.Acted || e.Kind == table.Flagged) && e.Seat != nil && !since[*e.Seat].IsZero() {
				passed := a.at.Sub(since[*e.Seat])
				if !s.Terms.Clock.Correspondence() { // a correspondence clock runs while a server restarts within a minute
					passed -= w.downBetween(since[*e.Seat], a.at)
				}
				if e.Spent > passed+clockTolerance {
					w.broken("clocks", "table %d, event %d: seat %d was charged %v, but %v had passed", id, i+1, *e.Seat, e.Spent, passed)
				}
			}
			turn := a.sent // true time of the event, before which the clock of the seat did not run
			// If another seat has resigned, the turn continues.
			moved := e.Kind == table.Acted && e.Seat != nil && (*e.Seat == was || s.Clocks.Running != was)
			begins := moved || e.Kind == table.Started || e.Kind == table.TakenBack
			if seat := s.Clocks.Running; seat != rules.NoSeat && (begins || since[seat].IsZero()) {
				since = [rules.SeatCount]time.Time{}
				since[seat] = turn
			}
		}
	}
}

// clockTolerance is the error of the clocks of several servers.
const clockTolerance = 500 * time.Millisecond

// appendOf returns when an event was stored, or nil. If a fail-over lost the event and it was
// stored again, it was sent when it was sent first.
func (d *database) appendOf(id table.ID, seq int) *appended {
	d.mu.Lock()
	defer d.mu.Unlock()
	var sent time.Time
	for _, a := range d.appends {
		if a.id != id || seq < a.first || a.last < seq {
			continue
		}
		if sent.IsZero() {
			sent = a.sent
		}
		if !a.lost {
			a.sent = sent
			return &a
		}
	}
	return nil
}

// tmpfs returns a directory in memory, or "" if there is none.
func tmpfs() string {
	dir := filepath.Join("/dev/shm", fmt.Sprint("quadrille-", os.Getuid()))
	if os.MkdirAll(dir, 0o700) != nil {
		return ""
	}
	return dir
}

func removeAll(dir string) {
	_ = os.RemoveAll(dir)
	_ = os.RemoveAll(dir + ".standby")
}
