// Package vacation stops the clocks of players who are on vacation.
//
// While a player is on vacation, the clocks of their seats in correspondence games stand
// still. The [Service] first stores the vacation, and then an event at each table of the
// player. If it cannot store the event at a table, it tries again later. A game that starts
// during the vacation asks [Service.Until].
package vacation
