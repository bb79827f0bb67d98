package kit

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"
)

// Waiter calls a function once: when a value has arrived, or when no more values will
// arrive.
type Waiter interface{ Notify(ready func()) }

// Feed is a Waiter for values of which only the newest matters. Sessions with equal screens
// that receive equal values can share a frame.
type Feed interface {
	Waiter
	// Poll returns the next value if there is one. It does not wait.
	Poll() (value any, ok bool)
}

// WaitMsg makes the program run a Cmd when a Waiter is ready. This needs no goroutine, so a
// session that only waits needs little memory.
type WaitMsg struct {
	For  Waiter
	Then tea.Cmd                 // runs when the Waiter is ready; must not block
	With func(value any) tea.Msg // may run instead of Then if For is a Feed; its argument is the value that For.Poll returned
}

// Wait makes the program run the Cmd `then` as soon as the waiter is ready. The Cmd must not
// block. If [Config.Await] is set, Wait passes the waiter and the Cmd to Await and returns
// nil.
func (e *Env) Wait(w Waiter, then tea.Cmd) tea.Cmd { return e.await(WaitMsg{For: w, Then: then}) }

func (e *Env) await(wait WaitMsg) tea.Cmd {
	if e.Cfg.Await != nil {
		e.Cfg.Await(wait)
		return nil
	}
	return func() tea.Msg { return wait }
}

// WaitForValue makes the program wait for the next value of a watcher, call the function
// `then` with it, and handle the message that the function returns. If no more values will
// arrive, `then` gets the zero value.
func WaitForValue[T any](e *Env, w Watcher[T], then func(T) tea.Msg) tea.Cmd {
	return e.await(WaitMsg{
		For: w,
		Then: func() tea.Msg {
			value, _ := w.Take(e.Ctx)
			return then(value)
		},
		With: func(value any) tea.Msg { return then(value.(T)) },
	})
}

// Block blocks the calling goroutine until the Waiter is ready, and then runs the Cmd.
func (w WaitMsg) Block() tea.Msg {
	ready := make(chan struct{})
	w.For.Notify(func() { close(ready) })
	<-ready
	return w.Then()
}

// delay is a Waiter that is ready after a given duration. It is never ready if the session
// ends before that.
type delay struct {
	ctx context.Context
	d   time.Duration
}

func (w delay) Notify(ready func()) {
	stop := make(chan func() bool, 1)
	timer := time.AfterFunc(w.d, func() {
		(<-stop)()
		ready()
	})
	stop <- context.AfterFunc(w.ctx, func() { timer.Stop() })
}

// after makes the program handle a message when the duration d has passed.
func (e *Env) after(d time.Duration, msg tea.Msg) tea.Cmd {
	return e.Wait(delay{e.Ctx, d}, func() tea.Msg { return msg })
}
