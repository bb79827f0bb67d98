// Package uitest runs screens in tests. A [Driver] sends keys and mouse events to a model,
// and reads the frames that the model draws. A [Backend] serves the screens: its lobby is a
// real lobby with a store in memory, but its tables are fakes whose views and errors the test
// sets. [CompareGolden] compares frames with stored frames.
package uitest
