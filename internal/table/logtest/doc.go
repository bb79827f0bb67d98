// Package logtest tests implementations of [table.Log].
//
// [Run] is a test suite for a [Store], the interface that it requires. [Memory] is a store
// in memory for use in other tests.
package logtest
