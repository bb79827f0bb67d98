// Package uitest drives screens in tests. A [Driver] sends keys and mouse events to a
// model and reads its frames. Its [Backend] is a real lobby over a store in memory, but
// the tables that screens open show the views and give the answers that a test chooses.
// Views come from recorded games. Golden frames are compared by [CompareGolden].
package uitest
