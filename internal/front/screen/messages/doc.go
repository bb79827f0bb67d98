// Package messages provides the screen on which a player reads and writes direct messages and
// lobby chat.
package messages
