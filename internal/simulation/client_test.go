package simulation

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"sync/atomic"
	"time"

	"quadrille/internal/pairing"
	"quadrille/internal/player"
	"quadrille/internal/service/evening"
	"quadrille/internal/service/lobby"
	"quadrille/internal/service/seek"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// person is somebody with an account, who uses one server at a time.
type person struct {
	player.Player
	at       *server // nil while not connected
	session  *lobby.Session
	inbox    *inbox
	watching map[table.ID]*watch
	busy     *call
	calls    []*call // those with a command that may be repeated
	last     map[table.ID][]rules.Action
	back     time.Time // when a person who has left comes back
}

// tables returns the tables that a person watches.
func (p *person) tables() []table.ID { return slices.Sorted(maps.Keys(p.watching)) }

// watch is a view of a table that a person has open.
type watch struct {
	*live.Watcher
	ready  atomic.Bool // whether there is a new view, or the server has closed the watcher
	server *server
	table  *live.Table
	view   *table.View
	reader *reader
}

// call is something that a person does, and what became of it.
type call struct {
	by           *person
	at           *server
	what         string
	table        table.ID
	command      *table.Command
	sent         int64 // the step of the driver
	sentAt       time.Time
	before       int   // number of events in the log when it was sent
	again        bool  // whether the same command was sent before
	answered     int64 // the step at which the answer arrived; 0 before
	answeredAt   time.Time
	after        int // number of events in the log at that time
	shown        int // number of the last event that the server had shown then
	err          error
	disconnected bool // whether the client lost its connection before the answer
	inviting     *inviting
	naming       *naming
	seeking      *seeking
	named        named
}

// do makes a person do something. Until it is answered the person does nothing else.
func (w *world) do(p *person, c *call, do func(ctx context.Context) error) {
	c.by, c.at, c.sentAt = p, p.at, time.Now()
	if c.table != 0 {
		c.before = w.db.length(c.table)
	}
	p.busy = c
	w.note("%s at %s: %s", p.Name, p.at.name, c.what)
	c.sent = w.step.Load()
	w.mu.Lock()
	w.calls = append(w.calls, c)
	w.mu.Unlock()
	go func() {
		err := errDown
		if w.cross(c.at, command, p.Name+" "+c.what) == pass {
			err = do(context.Background())
		}
		shown, after := 0, 0
		if c.table != 0 {
			after = w.db.length(c.table)
			if err == nil {
				shown = after
				if t, failed := c.at.lobby.Table(context.Background(), c.table); failed == nil { // else the server is stopping
					shown = t.View().Seq
				}
			}
		}
		w.mu.Lock()
		defer w.mu.Unlock()
		if c.err, c.shown, c.after = err, shown, after; c.at.dead.Load() || c.disconnected {
			c.err = errDown
		}
		c.answered, c.answeredAt = w.step.Load(), time.Now()
		if p.busy == c {
			p.busy = nil
		}
	}()
}

// connect connects a person to a server.
func (w *world) connect(p *person, n *server) {
	w.note("%s connects to %s", p.Name, n.name)
	p.at, p.session, p.inbox = n, n.lobby.Connect(p.Player), newInbox(n, p.ID)
}

// disconnect ends a person's connection, as if the network failed.
func (w *world) disconnect(p *person) {
	if p.at == nil {
		return
	}
	w.note("%s leaves %s", p.Name, p.at.name)
	w.mu.Lock()
	if p.busy != nil {
		p.busy.disconnected, p.busy = true, nil
	}
	w.mu.Unlock()
	for _, id := range p.tables() {
		p.watching[id].Close()
	}
	clear(p.watching)
	p.session.Leave()
	p.inbox.Close()
	p.at, p.session, p.inbox = nil, nil, nil
	p.back = time.Now().Add(w.between(time.Second, 40*time.Second))
}

// newWatch returns an open view of a table. The caller holds the lock.
func (w *world) newWatch(p *person, t *live.Table, watcher *live.Watcher) *watch {
	one := &watch{Watcher: watcher, server: p.at, table: t, reader: &reader{person: p, table: t.View().ID}}
	w.readers = append(w.readers, one.reader)
	one.Notify(func() { one.ready.Store(true) })
	return one
}

// look takes the newest views of the tables that a person watches. A view that the server has
// closed disappears.
func (w *world) look(p *person) {
	if p.inbox != nil {
		w.readInbox(p)
	}
	w.mu.Lock()
	ids := p.tables()
	w.mu.Unlock()
	for _, id := range ids {
		one := p.watching[id]
		for one.ready.Swap(false) {
			v, ok := one.Poll()
			if !ok {
				w.note("the server closes table %d for %s", id, p.Name)
				delete(p.watching, id)
				break
			}
			w.seen(p, one, v.(*table.View))
			one.Notify(func() { one.ready.Store(true) })
		}
	}
}

// act makes a person do something that they can do now.
func (w *world) act(p *person) {
	w.mu.Lock()
	busy := p.busy != nil
	w.mu.Unlock()
	switch {
	case p.at == nil:
		if up := w.up(); len(up) > 0 && !time.Now().Before(p.back) {
			w.connect(p, up[w.n(len(up))])
		}
		return
	case busy:
		if w.oneIn(60) {
			w.disconnect(p)
		}
		return
	}
	if w.repeat(p) {
		return
	}
	if len(p.inbox.open) > 0 && w.oneIn(3) {
		w.decline(p)
		return
	}
	if w.oneIn(40) && len(p.at.seeks.Open()) > 0 {
		w.seek(p)
		return
	}
	switch n := w.n(100); {
	case n < 2:
		w.disconnect(p)
	case n < 5:
		w.visit(p)
	case n < 8:
		w.talk(p)
	case n < 12:
		w.invite(p)
	case n < 14:
		w.evening(p)
	case n == 14:
		w.vacation(p)
	case n < 17:
		w.seek(p)
	case n < 20:
		w.name(p)
	default:
		w.sitOrPlay(p)
	}
}

// repeat sends a command again with the same ID, because its outcome is unknown, or by accident.
func (w *world) repeat(p *person) bool {
	if len(p.calls) == 0 {
		return false
	}
	c := p.calls[len(p.calls)-1]
	w.mu.Lock()
	unknown := c.answered != 0 && c.err != nil && (c.err == errDown || !refused(c.err)) || c.disconnected
	w.mu.Unlock()
	if (!unknown || w.oneIn(3)) && !w.oneIn(25) {
		return false
	}
	if !unknown {
		c = p.calls[max(0, len(p.calls)-1-w.n(4))]
	}
	w.sendAgain(p, c)
	return true
}

// sendAgain sends a command again with the same ID.
func (w *world) sendAgain(p *person, c *call) {
	w.counted.add("repeated commands")
	w.send(p, c.table, *c.command, true)
}

// send sends a command to a table.
func (w *world) send(p *person, id table.ID, a table.Command, again bool) {
	c := &call{what: fmt.Sprintf("table %d: %s %s", id, commandName(a.Kind), cmp.Or(a.ID, a.Text)), table: id, command: &a, again: again}
	if !again && a.ID != "" {
		p.calls = append(p.calls[max(0, len(p.calls)-5):], c)
	}
	w.do(p, c, func(ctx context.Context) error {
		t, err := c.at.lobby.TableFor(ctx, p.ID, id)
		if err != nil {
			return err
		}
		return t.Do(ctx, a)
	})
}

// key identifies a command: by its ID, or by its text, which differs for each line of chat.
func (c *call) key() string { return cmp.Or(c.command.ID, c.command.Text) }

// keyOf returns the key of the command that an event carries out.
func keyOf(e *table.Event) string { return cmp.Or(e.CommandID, e.Text) }

func commandName(k table.CommandKind) string {
	row, _ := k.Row()
	return row.Names[0]
}

// new returns a command with an ID of its own.
func (w *world) new(p *person, k table.CommandKind) table.Command {
	w.commands++
	return table.Command{By: p.Player, Kind: k, ID: fmt.Sprintf("c%d", w.commands), Seat: rules.NoSeat, Answers: -1}
}

// visit opens or closes the view of a table.
func (w *world) visit(p *person) {
	tables := p.at.lobby.ViewFor(p.ID).Tables
	if len(tables) == 0 {
		return
	}
	w.open(p, tables[w.n(len(tables))].ID)
}

// open opens the view of a table.
func (w *world) open(p *person, id table.ID) {
	if p.watching[id] != nil {
		return
	}
	n := p.at
	w.do(p, &call{what: fmt.Sprint("watch ", id), table: id}, func(ctx context.Context) error {
		t, err := n.lobby.TableFor(ctx, p.ID, id)
		if err != nil {
			return err
		}
		watcher := t.Watch(p.Player)
		w.mu.Lock()
		defer w.mu.Unlock()
		if p.at == n && p.watching[id] == nil {
			p.watching[id] = w.newWatch(p, t, watcher)
			return nil
		}
		watcher.Close()
		return nil
	})
}

// talk writes a message, in the lobby or to another person.
func (w *world) talk(p *person) {
	n, text := p.at, fmt.Sprint("message ", w.new(p, table.Chat).ID)
	if w.oneIn(2) {
		w.do(p, &call{what: "say " + text}, func(ctx context.Context) error {
			_, err := n.mail.Say(ctx, p.Player, text)
			w.delivered(p, text, err)
			return err
		})
		return
	}
	to := w.people[w.n(len(w.people))]
	w.do(p, &call{what: "tell " + to.Name + " " + text}, func(ctx context.Context) error {
		_, err := n.mail.Send(ctx, p.Player, to.Player, text)
		w.delivered(p, text, err)
		return err
	})
}

// evening begins, continues or ends a club evening.
func (w *world) evening(p *person) {
	n := p.at
	on := n.lobby.Evenings().Current()
	switch {
	case on == nil && w.oneIn(3):
		w.do(p, &call{what: "evening new"}, func(ctx context.Context) error {
			plan, err := evening.NewPlan("Club night", pairing.Rotating, []string{"forchess", "clock=1+0"})
			if err != nil {
				return err
			}
			_, err = n.lobby.Evenings().Begin(ctx, p.Player, plan, w.players()[:4])
			w.counted.add("evenings")
			return err
		})
	case on != nil && w.oneIn(2):
		w.do(p, &call{what: "evening next"}, func(ctx context.Context) error {
			_, err := n.lobby.Evenings().Next(ctx, p.Player)
			return err
		})
	case on != nil && w.oneIn(4):
		w.do(p, &call{what: "evening end"}, func(ctx context.Context) error {
			_, err := n.lobby.Evenings().End(ctx, p.Player)
			return err
		})
	}
}

// vacation begins or ends a vacation.
func (w *world) vacation(p *person) {
	n := p.at
	if w.oneIn(2) {
		w.do(p, &call{what: "vacation"}, func(ctx context.Context) error { return n.vacations.Start(ctx, p.Player, 1) })
	} else {
		w.do(p, &call{what: "vacation ends"}, func(ctx context.Context) error { return n.vacations.End(ctx, p.Player) })
	}
}

// seek starts or cancels a seek. Most people join an open seek.
func (w *world) seek(p *person) {
	n, open := p.at, p.at.seeks.Open()
	seated := func(one seek.Open) bool {
		return slices.ContainsFunc(one.Seats[:], func(seat table.SeatView) bool { return seat.Player.ID == p.ID })
	}
	others := slices.DeleteFunc(slices.Clone(open), seated)
	switch full := liveTables(n.lobby.ViewFor(p.ID).Tables) >= maxTables; {
	case len(others) < len(open) && w.oneIn(3) || full && len(others) == 0:
		c := &call{what: "cancel seek", seeking: &seeking{cancels: true}}
		w.do(p, c, func(ctx context.Context) error { return n.seeks.Cancel(ctx, p.Player) })
	case len(others) > 0 && (full || !w.oneIn(4)):
		one := others[w.n(len(others))]
		if w.oneIn(2) {
			w.startSeek(p, fmt.Sprint("join the seek at table ", one.ID), func(ctx context.Context) (*live.Table, error) {
				return n.seeks.Join(ctx, p.Player, one.ID)
			})
			return
		}
		w.startSeek(p, fmt.Sprint("seek the game of table ", one.ID), func(ctx context.Context) (*live.Table, error) {
			return n.seeks.Start(ctx, p.Player, seek.Want{Terms: one.Terms, BotsAfter: seek.Never})
		})
	default:
		game, bots := w.terms(), []time.Duration{seek.Never, seek.Never, seek.Default, 0}[w.n(4)]
		game.Clock, game.Rated = table.Clock{Start: 2 * time.Minute, Increment: 3 * time.Second}, bots == seek.Never && !w.oneIn(3)
		w.startSeek(p, "seek "+game.Game, func(ctx context.Context) (*live.Table, error) {
			return n.seeks.Start(ctx, p.Player, seek.Want{Terms: game, BotsAfter: bots, BotLevel: 1})
		})
	}
}

// startSeek starts a seek and opens the view of its table.
func (w *world) startSeek(p *person, what string, start func(context.Context) (*live.Table, error)) {
	n := p.at
	w.do(p, &call{what: what, seeking: &seeking{}}, func(ctx context.Context) error {
		t, err := start(ctx)
		if err == nil {
			watcher := t.Watch(p.Player)
			w.mu.Lock()
			defer w.mu.Unlock()
			if id := t.View().ID; p.at == n && p.watching[id] == nil {
				p.watching[id] = w.newWatch(p, t, watcher)
			} else {
				watcher.Close()
			}
			w.counted.add("seeks")
		}
		return err
	})
}

// terms returns random terms of a table.
func (w *world) terms() table.Terms {
	if w.forms == nil {
		w.forms = variants.Forms()
	}
	f := w.forms[w.n(len(w.forms))].Facts()
	terms := table.Terms{Game: f.Name, Options: map[string]string{}, Rated: w.oneIn(3), Chat: w.oneIn(2), Touch: w.oneIn(4)}
	for _, o := range f.ChosenOptions() {
		terms.Options[o.Name] = o.Value
	}
	switch w.n(6) {
	case 0:
	case 1:
		terms.Clock = table.Clock{PerMove: table.Day}
	case 2:
		terms.Clock = table.Clock{Start: time.Minute, Delay: 2 * time.Second}
	default:
		terms.Clock = table.Clock{Start: 2 * time.Minute, Increment: 3 * time.Second}
	}
	return terms
}

// sitOrPlay does something at a table, or opens one.
func (w *world) sitOrPlay(p *person) {
	var mine, others []*table.View
	for _, id := range p.tables() {
		v := p.watching[id].view
		if v != nil && w.oneIn(2) {
			v = w.heard(id, v)
		}
		switch {
		case v == nil || v.Phase == table.Finished && w.oneIn(3):
			w.unwatch(p, id)
		case v.Phase == table.Playing && v.Actor != rules.NoSeat && v.Seats[v.Actor].Player.ID == p.ID:
			mine = append(mine, v)
		case v.Phase == table.Waiting && v.Terms.Seek && v.Held(p.ID) != 0 && !w.oneIn(8): // waits, and does something else
		default:
			others = append(others, v)
		}
	}
	switch {
	case len(mine) > 0 && !w.oneIn(12):
		w.turn(p, mine[w.n(len(mine))])
	case len(others) > 0 && !w.oneIn(4):
		w.other(p, others[w.n(len(others))])
	default:
		w.find(p)
	}
}

// heard returns the newest view of a table that anybody has. People who play together talk, so they
// may know of a move before their own server does.
func (w *world) heard(id table.ID, v *table.View) *table.View {
	for _, p := range w.people {
		if one := p.watching[id]; one != nil && one.view != nil && one.view.Fault == "" && one.view.Seq > v.Seq {
			v = one.view
		}
	}
	return v
}

func (w *world) unwatch(p *person, id table.ID) {
	p.watching[id].Close()
	delete(p.watching, id)
}

// find looks for a table: one's own games first, then one that waits, then a new one.
func (w *world) find(p *person) {
	for _, s := range p.at.lobby.Seated(p.ID) {
		if p.watching[s.ID] == nil && s.Phase != table.Finished {
			w.open(p, s.ID)
			return
		}
	}
	list := p.at.lobby.ViewFor(p.ID).Tables
	waiting := slices.DeleteFunc(slices.Clone(list), func(s *view.Summary) bool { return s.Phase != table.Waiting })
	switch n := p.at; {
	case len(p.watching) > 2:
	case len(waiting) > 0 && !w.oneIn(5):
		id := waiting[w.n(len(waiting))].ID
		if p.watching[id] == nil {
			w.open(p, id)
		} else {
			w.send(p, id, w.new(p, table.Sit), false)
		}
	case liveTables(list) < maxTables && w.oneIn(3):
		terms := w.terms()
		w.do(p, &call{what: "new table of " + terms.Game}, func(ctx context.Context) error {
			_, err := n.lobby.Create(ctx, p.Player, terms)
			return err
		})
	}
}

// liveTables counts the tables whose game is not over, except open seeks.
func liveTables(list []*view.Summary) (n int) {
	for _, one := range list {
		if one.Phase == table.Playing || one.Phase == table.Waiting && !one.Terms.Seek {
			n++
		}
	}
	return n
}

// turn plays a move, or something else that a player to move may do.
func (w *world) turn(p *person, v *table.View) {
	p.last[v.ID] = v.Legal
	a := w.new(p, table.Play)
	a.Seat, a.Answers = v.Actor, len(v.Moves)
	switch n := w.n(40); {
	case len(v.Legal) == 0:
		return
	case n == 0 && len(v.Moves) > 8 || n < 4 && len(v.Moves) > 40:
		a.Action = rules.Action{Type: rules.Resign, Seat: v.Actor}
	case n == 5:
		a.Kind = table.OfferDraw
	case n == 6:
		a.Kind = table.OfferTakeback
	case n == 7 && v.Terms.Touch:
		a.Kind, a.Square = table.Lift, v.Legal[w.n(len(v.Legal))].From
	case n == 8:
		a.Kind = table.Abort
	default:
		a.Action = v.Legal[w.n(len(v.Legal))]
	}
	w.send(p, v.ID, a, false)
}

// other does something at a table that does not wait for the person's move.
func (w *world) other(p *person, v *table.View) {
	held := v.Held(p.ID)
	kinds := []table.CommandKind{table.Chat}
	switch {
	case v.Phase == table.Waiting && held == 0:
		kinds = []table.CommandKind{table.Sit, table.Sit, table.Chat}
	case v.Phase == table.Waiting && v.Terms.Seek:
		kinds = []table.CommandKind{table.Chat, table.Ready, table.Stand}
	case v.Phase == table.Waiting:
		kinds = []table.CommandKind{
			table.Ready,
			table.Ready,
			table.Ready,
			table.Ready,
			table.AcceptChat,
			table.Chat,
			table.Stand,
			table.Unready,
		}
		if v.Host.ID == p.ID {
			kinds = append(kinds, table.AddBot, table.Unseat)
		}
	case v.Phase == table.Finished && held != 0:
		kinds = []table.CommandKind{table.OfferRematch, table.OfferRematch, table.OfferRematch, table.Chat, table.DeclineRematch}
	case held == 0:
	case v.Offer != nil && v.Offer.Accepted&held == 0:
		kinds = []table.CommandKind{table.AcceptDraw, table.AcceptDraw, table.DeclineDraw}
	case v.Takeback != nil && v.Takeback.Accepted&held == 0:
		kinds = []table.CommandKind{table.AcceptTakeback, table.AcceptTakeback, table.DeclineTakeback}
	case v.Resigning != 0:
		kinds = []table.CommandKind{table.PlayOn, table.Play}
	case away(v):
		kinds = []table.CommandKind{table.Vote, table.Vote, table.Vote, table.AddBot, table.Unvote}
	case v.Phase == table.Playing:
		kinds = []table.CommandKind{table.Premove, table.Premove, table.CancelPremove, table.TeamChat, table.Chat}
		kinds = append(kinds, table.OfferDraw, table.OfferTakeback, table.Vote)
	}
	a := w.new(p, kinds[w.n(len(kinds))])
	switch a.Kind {
	case table.Chat, table.TeamChat:
		a.Text = fmt.Sprintf("line %s of %s", a.ID, p.Name)
		if held != 0 {
			a.Seat = held.First()
		}
		if w.oneIn(3) { // a client need not give its commands IDs
			a.ID = ""
		}
	case table.Vote:
		a.Choice = table.Choices[w.n(len(table.Choices))]
	case table.AddBot:
		a.Level = 1
	case table.Unseat:
		a.Seat = rules.Seat(w.n(rules.SeatCount))
	case table.Play:
		a.Seat, a.Action = held.First(), rules.Action{Type: rules.Resign, Seat: held.First()}
	case table.Premove, table.CancelPremove:
		a.Seat = held.First()
		if a.Kind == table.Premove {
			if len(p.last[v.ID]) == 0 {
				return
			}
			a.Action = p.last[v.ID][w.n(len(p.last[v.ID]))]
			a.Seat = a.Action.Seat
		}
	}
	w.send(p, v.ID, a, false)
}

func away(v *table.View) bool {
	return slices.ContainsFunc(v.Seats[:], func(s table.SeatView) bool { return !s.AwaySince.IsZero() || s.Vacant }) || v.Adjourned
}
