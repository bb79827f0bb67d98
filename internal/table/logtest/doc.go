// Package logtest tests implementations of [table.Log].
//
// [Run] tests a [Store]. [RunShared] tests a [Shared] store, to whose logs several processes
// append. [Memory] is a store in memory for use in other tests.
package logtest
