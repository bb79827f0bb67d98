// Package ui is the terminal interface: a stack of screens, built with Bubble Tea.
//
// [New] returns the model of a session's program for a [Config]. The model, root, keeps
// the stack of screens, handles the keys that mean the same everywhere, and shows
// invitations and notices. Each family of screens has its own package: welcome, lobby,
// game, archive, profile, evening, admin. They share kit and board and never import each
// other: a screen asks for another one by a value of package nav, and root makes it.
//
// Update never waits: every request to a table, the lobby or the directory is a tea.Cmd.
// No screen contains rules: a table's view lists the legal actions. The screen changes
// only when a message arrives; there are no animations.
package ui
