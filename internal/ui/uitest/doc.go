// Package uitest drives screens in tests. A [Driver] sends keys and mouse events to a model
// and reads its frames. Its [Backend] is a real lobby over a store in memory, but the tables
// that screens open show views and return errors that the test chooses. The views come from
// recorded games. [CompareGolden] compares frames with stored ones.
package uitest
