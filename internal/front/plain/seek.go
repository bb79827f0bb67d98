package plain

import (
	"strings"
	"time"

	"quadrille/internal/present"
	"quadrille/internal/service/seek"
	"quadrille/internal/setup"
	"quadrille/internal/table"
)

// seek starts a seek: it finds or opens a table for the game in `rest`. If `rest` is empty, seek
// asks for the game.
func (lm *lobbyMode) seek(rest string) {
	if rest == "" {
		lm.s.ask("Which game: "+strings.Join(setup.GameNames(), ", ")+"? Type \"no\" to cancel.", func(answer string) {
			if answer == "" || strings.EqualFold(answer, "no") {
				lm.s.say("Cancelled")
				return
			}
			lm.seek(answer)
		})
		return
	}
	words, bots, _ := strings.Cut(" "+strings.ToLower(rest), " bots ")
	want, err := seek.Parse(strings.Fields(words))
	if err == nil {
		want.BotsAfter, err = seek.ParseBotsAfter(strings.TrimSpace(bots))
	}
	if err != nil {
		lm.s.refuse(err)
		return
	}
	lm.start(want)
}

// another handles the command "another": it starts a seek for a new game with the terms of
// the finished game.
func (pl *playing) another(string) {
	v := pl.s.at.table.view
	want, ok := seek.Again(v.Terms)
	switch {
	case v.Phase != table.Finished || pl.s.at.table.study != nil:
		pl.s.say("You can type \"another\" only at a table whose game is over")
	case !ok:
		pl.s.say("You cannot seek a game with these terms. To open a table instead, type \"new\"")
	default:
		pl.s.lobby.start(want)
	}
}

// start starts a seek and enters the table that the seek found or opened.
func (lm *lobbyMode) start(want seek.Want) {
	t, err := lm.s.Seeks.Start(lm.s.ctx, lm.s.me, want)
	if err != nil {
		lm.s.refuse(err)
		return
	}
	lm.s.at.open(t, nil)
	if t.View().Phase == table.Waiting {
		bots := lm.botsWhen(lm.s.Seeks.BotsAt(t.View().ID))
		if lm.s.Seeks.PeopleOnly(t.View().ID) {
			bots = "; no bots join while a player here waits for people only"
		}
		lm.s.say("You are ready, and the game starts automatically%s. To end your seek, type \"leave\"", bots)
	}
}

// botsWhen says in how much time bots fill the empty seats of a seek's table. It returns
// "" if `at` is zero, because bots then never do so.
func (lm *lobbyMode) botsWhen(at time.Time) string {
	if at.IsZero() {
		return ""
	}
	return "; bots fill the empty seats in " + present.Duration(at.Sub(lm.s.clock()).Round(time.Second))
}

// seeks lists the open seeks.
func (lm *lobbyMode) seeks(string) {
	if !lm.s.Seeks.Enabled() {
		lm.s.refuse(seek.Off.Refuse())
		return
	}
	var lines []string
	for _, one := range lm.s.Seeks.Open() {
		lines = append(lines, tableLine(&one.Summary)+lm.botsWhen(one.BotsAt))
	}
	if len(lines) == 0 {
		lm.s.say("Nobody is seeking a game: to seek one, type \"seek\" and the name of a game")
		return
	}
	lm.s.read(lines)
}

// endSeek cancels the player's seek when they leave the table of the seek before the game
// starts.
func (lm *lobbyMode) endSeek(v *table.View) {
	if !v.Terms.Seek || v.Phase != table.Waiting || v.Held(lm.s.me.ID) == 0 {
		return
	}
	if err := lm.s.Seeks.Cancel(lm.s.ctx, lm.s.me); err != nil {
		lm.s.refuse(err)
		return
	}
	lm.s.say("Your seek has ended")
}
