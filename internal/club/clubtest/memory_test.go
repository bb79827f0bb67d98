package clubtest

import (
	"testing"

	"quadrille/internal/club"
)

func TestMemory(t *testing.T) {
	Run(t, func(*testing.T) (club.Keeper, func() club.Keeper) {
		m := &Memory{}
		return m, func() club.Keeper { return m }
	})
}
