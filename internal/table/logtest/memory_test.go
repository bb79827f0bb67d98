package logtest

import "testing"

func TestMemory(t *testing.T) {
	Run(t, func(*testing.T) (Store, func() Store) {
		m := NewMemory()
		return m, func() Store { return m }
	})
}
