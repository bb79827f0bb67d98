// Package vacation manages the vacations of players, during which the clocks of their
// correspondence games stand still.
//
// The [Service] first stores a vacation, and then adds an event to each table at which the
// player has a seat. If a table cannot store the event, the service tries again later. A
// game that starts during a vacation gets the end of the vacation from [Service.Until].
package vacation
