// Package screen implements the terminal interface as a stack of screens, built with Bubble Tea.
//
// [New] returns the Bubble Tea model of a session for a [Config]. This model, named root,
// holds the stack of screens, handles the keys that have the same meaning everywhere, and
// shows invitations and notices. Each group of screens has a package of its own: welcome,
// lobby, game, archive, profile, messages, evening and admin. These packages use packages
// kit and board, and do not import each other. To open a screen of another package, a screen
// returns a value of package nav, and root creates the new screen.
//
// Update never blocks: every request to a table, the lobby or the directory is a tea.Cmd. No
// screen contains rules of a game: the view of a table lists the legal actions. The display
// changes only when a message arrives. There are no animations.
package screen
