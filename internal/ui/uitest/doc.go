// Package uitest runs screens in tests. A [Driver] sends keys and mouse events to a model,
// and reads the frames that it draws. A [Backend] serves the screens: its lobby is a real
// one with a store in memory, but its tables are fakes whose views and errors the test sets.
// [CompareGolden] compares frames with stored ones.
package uitest
