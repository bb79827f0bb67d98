// Package uitest drives screens in tests: a [Driver] presses keys and reads frames.
// Its [House] is a real lobby over a log in memory; only the tables that screens
// open show what a test wants to be seen. Views come from a recorded game.
package uitest
