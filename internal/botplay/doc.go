// Package botplay lets bots play at the tables where they have a seat: as a client
// would, with commands, when it is their turn or others wait for their answer.
package botplay
