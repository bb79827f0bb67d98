package lobby

import (
	"cmp"
	"maps"
	"slices"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"quadrille/internal/player"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
)

// peopleInterval is the minimum time between two calls of presence.changed.
const peopleInterval = 500 * time.Millisecond

// presence tracks the connected players.
type presence struct {
	rights  table.Rights
	changed func()          // called after the list of people has changed, at most once per peopleInterval
	cluster *Cluster        // the other nodes; nil if there are none
	left    func(player.ID) // called when a player loses their last connection to this node, or their last one to other nodes

	mu        sync.Mutex
	here      map[player.ID]*present
	elsewhere map[player.ID]player.Player // people who are connected to other nodes; the map is never modified, only replaced
	version   int                         // how many times the list of people has changed
	reported  int                         // the value of `version` at the last call of `changed`
	waiting   bool                        // whether a timer is running that delays the next report; see peopleInterval
}

// present is a player with at least one connection.
type present struct {
	player   player.Player
	sessions int
	bots     int // number of sessions that belong to programs
}

// who returns the player, with BotAccount set if a program uses any of their sessions.
func (p *present) who() player.Player {
	who := p.player
	who.BotAccount = p.bots > 0
	return who
}

// Session is one connection of a player.
type Session struct {
	presence *presence
	id       player.ID
	bot      bool
	once     sync.Once
}

// Connect starts a session of a player. The player is connected until [Session.Leave] is
// called. The lobby lists connected players, except those without a name.
func (l *Lobby) Connect(p player.Player) *Session { return l.presence.connect(p) }

func (p *presence) connect(who player.Player) *Session {
	p.mu.Lock()
	defer p.mu.Unlock()
	one := p.here[who.ID]
	if one == nil {
		one = &present{}
		p.here[who.ID] = one
	}
	if who.Name != "" {
		one.player = who
	}
	one.sessions++
	if who.BotAccount {
		one.bots++
	}
	p.noteChange()
	return &Session{presence: p, id: who.ID, bot: who.BotAccount}
}

// noteChange counts a change of the list of people and calls p.report. The lock must be held.
func (p *presence) noteChange() {
	p.version++
	p.report()
}

// report calls p.changed and tells the other nodes who is connected, but only if the list
// of people has changed, and at most once per peopleInterval. The lock must be held.
func (p *presence) report() {
	if p.waiting || p.reported == p.version {
		return
	}
	p.reported, p.waiting = p.version, true
	p.changed()
	p.cluster.report(maps.Keys(p.here))
	time.AfterFunc(peopleInterval, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.waiting = false
		p.report()
	})
}

// rename changes the name of a player.
func (p *presence) rename(who player.Player) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if one := p.here[who.ID]; one != nil {
		one.player = who
	}
	if _, elsewhere := p.elsewhere[who.ID]; elsewhere {
		p.elsewhere = maps.Clone(p.elsewhere)
		p.elsewhere[who.ID] = who
	}
	p.noteChange()
}

// Leave ends the session. It may be called more than once.
func (v *Session) Leave() {
	v.once.Do(func() {
		if v.presence.disconnect(v) {
			v.presence.left(v.id)
		}
	})
}

// disconnect removes a session, and reports whether it was the player's last session.
func (p *presence) disconnect(v *Session) (last bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	one := p.here[v.id]
	if v.bot {
		one.bots--
	}
	if one.sessions--; one.sessions == 0 {
		delete(p.here, v.id)
		last = true
	}
	p.noteChange()
	return last
}

// has reports whether a player is connected to this node or another.
func (p *presence) has(id player.ID) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.here[id] != nil || p.cluster.connected(id)
}

// knownElsewhere returns a person who was connected to another node at the last call of
// setElsewhere.
func (p *presence) knownElsewhere(id player.ID) (who player.Player, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	who, ok = p.elsewhere[id]
	return who, ok
}

// setElsewhere replaces the list of people who are connected to other nodes.
func (p *presence) setElsewhere(list map[player.ID]player.Player) {
	p.mu.Lock()
	before := p.elsewhere
	p.elsewhere = list
	p.version++
	p.report()
	p.mu.Unlock()
	for id := range before {
		if _, still := list[id]; !still {
			p.left(id)
		}
	}
}

// find returns the connected player with the given ID, with their current name.
func (p *presence) find(id player.ID) (who player.Player, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if one := p.here[id]; one != nil {
		return one.who(), true
	}
	who, ok = p.elsewhere[id]
	return who, ok
}

// isNewest reports whether `version` is the current version of the list of people.
func (p *presence) isNewest(version int) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return version == p.version
}

// spectatorsChanged notes that somebody has started or stopped watching a table.
func (p *presence) spectatorsChanged() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.noteChange()
}

// list returns the connected players, sorted by name, and the version of the list. The
// parameter `watching` maps each spectator to the table that they watch.
func (p *presence) list(watching map[player.ID]table.ID) (list []view.Here, version int) {
	p.mu.Lock()
	version = p.version
	list = make([]view.Here, 0, len(p.here))
	for _, one := range p.here {
		if one.player.Name != "" { // a new player who is choosing a name is not listed
			list = append(list, view.Here{Player: one.who(), Watching: watching[one.player.ID]})
		}
	}
	for id, who := range p.elsewhere {
		if p.here[id] == nil {
			list = append(list, view.Here{Player: who, Elsewhere: true})
		}
	}
	p.mu.Unlock()
	for i := range list {
		list[i].Player = table.WithBotMark(p.rights, list[i].Player)
	}
	slices.SortFunc(list, func(a, b view.Here) int {
		return cmp.Or(compareNames(a.Player.Name, b.Player.Name), cmp.Compare(a.Player.ID, b.Player.ID))
	})
	return list, version
}

// compareNames compares two names without regard to case. It allocates nothing: the list of people
// is sorted again after each change.
func compareNames(a, b string) int {
	for a != "" && b != "" {
		one, oneLen := utf8.DecodeRuneInString(a)
		two, twoLen := utf8.DecodeRuneInString(b)
		if c := cmp.Compare(unicode.ToLower(one), unicode.ToLower(two)); c != 0 {
			return c
		}
		a, b = a[oneLen:], b[twoLen:]
	}
	return cmp.Compare(len(a), len(b))
}
