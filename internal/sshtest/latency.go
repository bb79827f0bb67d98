package sshtest

import (
	"bytes"
	"io"
	"math/rand/v2"
	"os"
	"time"
)

// latency returns the simulated latency of a client: 0, the value of QUADRILLE_LATENCY,
// or a random time in between. With it, tests fail if they depend on the order in which
// clients see changes.
func latency() time.Duration {
	most, err := time.ParseDuration(os.Getenv("QUADRILLE_LATENCY"))
	if err != nil || most <= 0 {
		return 0
	}
	return min(most, max(0, rand.N(3*most)-most))
}

// delayedWriter delays each write, and keeps the order of the writes.
type delayedWriter struct {
	to    io.WriteCloser
	delay time.Duration
	queue chan []byte // writes for the method run; nil makes it close `to`
}

// delayed returns a writer that writes after a delay.
func delayed(to io.WriteCloser, delay time.Duration) io.WriteCloser {
	if delay == 0 {
		return to
	}
	w := &delayedWriter{to: to, delay: delay, queue: make(chan []byte, 1<<12)}
	go w.run()
	return w
}

func (w *delayedWriter) run() {
	for p := range w.queue {
		time.Sleep(w.delay)
		if p == nil {
			_ = w.to.Close()
			return
		}
		_, _ = w.to.Write(p)
	}
}

// Write queues p. It returns no error, because p is written later.
func (w *delayedWriter) Write(p []byte) (int, error) {
	if len(p) > 0 {
		w.queue <- bytes.Clone(p)
	}
	return len(p), nil
}

// Close returns at once. The underlying writer is closed after all queued writes.
func (w *delayedWriter) Close() error {
	w.queue <- nil
	return nil
}
