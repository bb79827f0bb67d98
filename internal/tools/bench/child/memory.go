package child

import (
	"math"
	"runtime"
	"runtime/debug"
	"strings"
	"time"
)

// Size holds the resources that a server uses.
type Size struct {
	Goroutines int
	Resident   int64            // resident memory in bytes
	InUse      int64            // bytes of heap and stacks in use
	Parts      map[string]int64 // bytes used by each part of the program (see heapOwners), by stacks and by the rest
}

// heapOwners says to which part of the program an allocation on the heap belongs. The part
// is that of the innermost function on the stack whose name begins with a listed prefix. If
// several prefixes match that function, the first counts.
var heapOwners = []struct{ prefix, part string }{
	{"bufio.", "buffers of bufio"},
	{"golang.org/x/crypto/", "golang.org/x/crypto"},
	{"crypto/", "ciphers and keys"},
	{"charm.land/ssh", "the ssh package"},
	{"quadrille/internal/draw/wire", "screen cells"},
	{"quadrille/internal/front/screen", "screen state"},
	{"quadrille/internal/server", "package server"},
	{"quadrille/internal/", "tables, lobby, store"},
}

// sizeNow collects garbage and then returns the resources that this process uses.
func sizeNow() Size {
	// A second collection frees objects that had finalizers.
	runtime.GC()
	time.Sleep(50 * time.Millisecond)
	debug.FreeOSMemory()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	s := Size{Goroutines: runtime.NumGoroutine(), Resident: resident(), InUse: int64(m.HeapInuse + m.StackInuse), Parts: heapParts()}
	s.Parts["stacks"] = int64(m.StackInuse)
	s.Parts["free space between objects"] = int64(m.HeapInuse - m.HeapAlloc)
	rest := s.Resident
	for _, n := range s.Parts {
		rest -= n
	}
	s.Parts["Go runtime and other memory"] = rest
	return s
}

// heapParts estimates how many bytes the live objects of each part of the program use, from
// the samples of the runtime.
func heapParts() map[string]int64 {
	n, _ := runtime.MemProfile(nil, false)
	records := make([]runtime.MemProfileRecord, n+n/2)
	n, _ = runtime.MemProfile(records, false)
	parts := map[string]int64{}
	for _, r := range records[:n] {
		if objects := r.InUseObjects(); objects > 0 {
			// sampled is the probability that the runtime samples an object whose size is
			// `average`.
			average := float64(r.InUseBytes()) / float64(objects)
			sampled := 1 - math.Exp(-average/float64(runtime.MemProfileRate))
			parts[partOf(r.Stack())] += int64(float64(r.InUseBytes()) / sampled)
		}
	}
	return parts
}

// partOf returns the part of the program, as listed in heapOwners, that made the allocation
// with the given stack.
func partOf(stack []uintptr) string {
	for frames := runtime.CallersFrames(stack); ; {
		frame, more := frames.Next()
		for _, o := range heapOwners {
			if strings.HasPrefix(frame.Function, o.prefix) {
				return o.part
			}
		}
		if !more {
			return "other objects"
		}
	}
}

// PerSession returns the resources of one session. It subtracts the resources of the server
// without sessions, and divides the difference by the number of sessions.
func (s Size) PerSession(empty Size, sessions int) Size {
	each := Size{
		Goroutines: (s.Goroutines - empty.Goroutines) / sessions,
		Resident:   (s.Resident - empty.Resident) / int64(sessions),
		InUse:      (s.InUse - empty.InUse) / int64(sessions),
		Parts:      map[string]int64{},
	}
	for part, n := range s.Parts {
		each.Parts[part] = (n - empty.Parts[part]) / int64(sessions)
	}
	return each
}
