package clubtest

import (
	"testing"

	"quadrille/internal/service/club"
)

func TestMemory(t *testing.T) {
	Run(t, func(*testing.T) (club.AuditStore, func() club.AuditStore) {
		m := &Memory{}
		return m, func() club.AuditStore { return m }
	})
}
