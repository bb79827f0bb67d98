// Package logtest is what every keeper of tables must pass.
//
// There are few names: [Run] is the suite, [Store] what it asks for, and
// [Memory] a store without a disk, for tests that need no more.
package logtest
