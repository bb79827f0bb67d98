// Package seek finds games for players who want to play now. A [Service] seats a player at a
// waiting table that fits, or opens one, and marks the player ready, so that the game starts
// by itself once the seats are taken:
//
//	want, err := seek.Parse([]string{game, "5+10", "rated"})
//	want.BotsAfter = 30 * time.Second
//	t, err := seeks.Start(ctx, me, want) // me has a seat at t and is ready
//
// A table that a seek opens is marked by [table.Terms.Seek] and listed by [Service.Open].
// When its time comes, bots fill the empty seats. A seated player who leaves or disconnects
// loses the seat, and the table is closed when nobody is left. An account has one seek at a
// time: the next one ends it.
//
// With BotsAfter 0 the game starts at once against bots, and nothing is listed.
//
// The package stores nothing of its own. After a restart of the server, the tables of old
// seeks are closed, because their players have disconnected.
package seek
