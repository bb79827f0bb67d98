// Package uitest drives screens in tests: a [Driver] presses keys and reads frames,
// a [House] answers in the place of a lobby, and a recorded game gives views of a
// table.
package uitest
