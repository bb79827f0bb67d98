// Package tui is what sits in front of people: a stack of screens on a terminal,
// with Bubble Tea.
//
// There are few types. [Config] is what a session knows when it starts, [New]
// makes the program's model from it. Inside, root keeps the stack; every screen
// has its file: the name prompt, the lobby, a new table, the table, help; dialogs
// lie over them.
//
// Two laws hold here. Update never waits: whatever asks a table, the lobby or the
// directory is a tea.Cmd. And the screen knows no rules: a table's view says what
// is legal, and that is the menu. What is drawn follows from the last message
// alone, so nothing on the screen moves unless something happened.
package tui
