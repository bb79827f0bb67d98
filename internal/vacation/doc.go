// Package vacation keeps the vacations of accounts.
//
// While a player is on vacation, the clocks of their seats in correspondence games stand
// still. The service stores the vacation, and then an event at each table of the player. A
// table whose event could not be stored gets it later. A game that starts during the
// vacation asks [Service.Until].
package vacation
