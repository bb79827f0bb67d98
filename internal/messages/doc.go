// Package messages carries direct messages and lobby chat, and knows who follows and who
// blocks whom.
//
// A [Service] checks, stores and then delivers each message. A [Feed] delivers to one
// session. Messages to and from a player with a seat in a live game are held until the
// game ends. Messages are deleted after 30 days. A [Store] stores the messages.
package messages
