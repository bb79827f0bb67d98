// Package seek finds games for players who want to play now. A [Service] seats a player at a
// waiting table that fits, or opens a new table, and marks the player as ready. The game
// starts as soon as all seats are taken.
//
//	want, err := seek.Parse([]string{game, "5+10", "rated"})
//	want.BotsAfter = 30 * time.Second
//	t, err := seeks.Start(ctx, me, want) // me has a seat at t and is ready
//
// A table opened by a seek has [table.Terms.Seek] set, and [Service.Open] lists it. After
// the time BotsAfter, bots fill its empty seats. Seeks that differ only in this time meet: bots
// then come at the earlier time, and not at all while a player who wants none sits there. A seated player who leaves or disconnects
// loses the seat, and the table is closed when its last player has left. A player has one
// seek at a time: a new seek cancels the previous one.
//
// With BotsAfter 0 the game starts immediately, with players who wait for the same game and
// accept bots, or against bots alone; [Service.Open] does not list it.
//
// The package stores nothing of its own. After a restart of the server, tables opened by
// earlier seeks are closed unless their players return.
package seek
