// Package logtest is a test suite for implementations of [table.Log].
//
// [Run] is the suite, [Store] the interface that it tests, and [Memory] a store without
// a disk for other tests.
package logtest
