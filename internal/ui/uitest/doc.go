// Package uitest drives screens in tests. A [Driver] sends keys and mouse events to a
// model and reads its frames. Its [Backend] is a real lobby over a store in memory. Its
// tables are fakes: the test chooses their views, from recorded games, and their errors.
// [CompareGolden] compares frames with stored ones.
package uitest
