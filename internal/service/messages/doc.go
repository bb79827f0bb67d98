// Package messages delivers direct messages and lobby chat, and records who follows and who
// blocks whom.
//
// A [Service] checks each message, stores it in a [Store] and then delivers it. A [Feed]
// receives the messages for one session. Messages to and from a player with a seat in a live
// game are held until the game ends. Messages are deleted after 30 days.
package messages
