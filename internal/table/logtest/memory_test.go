package logtest

import "testing"

func TestMemory(t *testing.T) {
	Run(t, func(*testing.T) (Store, func() Store) {
		m := NewMemory()
		return m, func() Store { return m }
	})
}

func TestMemoryIsShared(t *testing.T) {
	RunShared(t, func(*testing.T) (a, b Shared) {
		m := NewMemory()
		return m, m
	})
}
