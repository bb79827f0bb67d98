package porttest

import (
	"fmt"
	"net"
	"testing"
)

// A reserved port can be opened, and it differs from all ports that are reserved or that the
// system chooses.
func TestReservedPortIsNotGivenAway(t *testing.T) {
	seen := map[int]bool{}
	for range 20 {
		port, err := Reserve()
		if err != nil {
			t.Fatal(err)
		}
		if seen[port] || port >= systemRange() {
			t.Errorf("port %d is reserved twice, or the system can choose it", port)
		}
		seen[port] = true
		if other, err := reserve(port); other != nil || err != nil {
			t.Errorf("port %d is reserved again, %v", port, err)
		}
	}
	for port := range seen {
		l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
		if err != nil {
			t.Error(err)
			continue
		}
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	}
}
