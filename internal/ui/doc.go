// Package ui is the terminal interface: a stack of screens, with Bubble Tea.
//
// [Config] is what a session knows when it starts, and [New] makes the program's
// model from it. The model, root, keeps the stack of screens, the keys that mean
// the same everywhere, and invitations. Every family of screens has a package of
// its own: welcome, lobby, game, archive, profile, evening, admin. They share kit
// and board and never import each other: a screen asks for another one with a
// value of package nav, and root makes it.
//
// Update never waits: whatever asks a table, the lobby or the directory is a
// tea.Cmd. No screen knows rules: a table's view says what is legal. What is drawn
// follows from the last message alone, so nothing on the screen moves unless
// something happened.
package ui
