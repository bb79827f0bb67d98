package sshd

import (
	"time"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"
)

// feed takes what comes over the line to the program: keys, and the newest size.
// Bubble Tea's own reader would take the whole server down if its decoder
// panicked, and wait for ever with a key for a program that has ended; so feed
// reads on, for nobody, until the line is gone.
func (v *visit) feed(program *tea.Program) {
	events := make(chan uv.Event)
	go v.read(events)
	sizes, keys := v.line.sizes, events
	var rested <-chan time.Time
	for v.ctx.Err() == nil {
		select {
		case <-v.ctx.Done():
		case event, ok := <-keys:
			if !ok {
				keys = nil // nothing more is typed, but there may be something to watch
				continue
			}
			v.line.unheard.Store(0)
			program.Send(event)
		case now := <-sizes:
			program.Send(tea.WindowSizeMsg{Width: now.width, Height: now.height})
			sizes, rested = nil, time.After(v.limits.ResizeEvery)
		case <-rested:
			sizes, rested = v.line.sizes, nil
		}
	}
	for range events {
		v.line.unheard.Store(0)
	}
}

// read decodes keys until the input ends.
func (v *visit) read(events chan<- uv.Event) {
	defer close(events)
	v.guard("read", func() {
		// An error is the end of the line, which its context tells too.
		_ = uv.NewTerminalReader(v.Session, v.term()).StreamEvents(v.ctx, events)
	}, v.line.hangUp)
}
