// Package porttest chooses TCP ports for the programs that tests start. A port that the system
// has chosen may be given to another program as soon as it is closed; these ports are not.
package porttest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"

	"github.com/gofrs/flock"
)

// lowest is the lowest port that is chosen.
const lowest = 10_000

// defaultRange is the first port that Linux chooses itself, unless it is configured.
const defaultRange = 32_768

var (
	mu    sync.Mutex
	locks []*flock.Flock // the locks that reserve the ports until the process ends
)

// Reserve returns a port that no other program uses. It is below the ports that the system
// chooses for programs, and no other process gets it from Reserve until this process has
// ended.
func Reserve() (int, error) {
	mu.Lock()
	defer mu.Unlock()
	highest := systemRange()
	for range 100 {
		port := lowest + rand.N(highest-lowest)
		lock, err := reserve(port)
		if err != nil {
			return 0, err
		}
		if lock != nil {
			locks = append(locks, lock)
			return port, nil
		}
	}
	return 0, errors.New("found no free TCP port")
}

// reserve locks the file of a port. It returns nil if the port is in use or reserved.
func reserve(port int) (*flock.Flock, error) {
	lock := flock.New(filepath.Join(os.TempDir(), "quadrille-test-port-"+strconv.Itoa(port)), flock.SetPermissions(0o666))
	locked, err := lock.TryLock()
	if errors.Is(err, os.ErrPermission) { // another user has reserved the port
		return nil, nil
	}
	if err != nil || !locked {
		return nil, err
	}
	l, err := net.Listen("tcp", fmt.Sprintf(":%d", port)) // at all addresses of this machine
	if err != nil {
		return nil, lock.Unlock()
	}
	return lock, l.Close()
}

// systemRange returns the lowest port that the system chooses itself.
func systemRange() int {
	text, _ := os.ReadFile("/proc/sys/net/ipv4/ip_local_port_range")
	if fields := strings.Fields(string(text)); len(fields) == 2 {
		if n, err := strconv.Atoi(fields[0]); err == nil && n > lowest+1000 {
			return n
		}
	}
	return defaultRange
}
