// Package bare is a board over Wish and Bubble Tea with nothing else in it: what
// the bench compares the server with. It has no rules, no store and no guards,
// and must not face a network.
package bare
