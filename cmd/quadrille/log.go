package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coreos/go-systemd/v22/journal"
	"golang.org/x/time/rate"
)

// newLogger returns a logger that writes each record to w as one line of JSON. If w is the
// systemd journal, each line begins with its priority as described in sd-daemon(3), so that
// "journalctl -p warning" finds warnings and errors. Records of panics are limited; see
// panicHandler.
func newLogger(w io.Writer) *slog.Logger {
	panics := &panicLimit{Limiter: rate.NewLimiter(rate.Every(time.Minute), panicBurst)}
	if !toJournal() {
		return slog.New(panicHandler{slog.NewJSONHandler(w, nil), panics})
	}
	h, mu := journalHandler{}, new(sync.Mutex)
	for _, level := range []slog.Level{slog.LevelDebug, slog.LevelInfo, slog.LevelWarn, slog.LevelError} {
		h[level] = slog.NewJSONHandler(prefixWriter{mu, w, priority(level)}, nil)
	}
	return slog.New(panicHandler{h, panics})
}

// stackKey is the key of the attribute with the stack in records of panics.
const stackKey = "stack"

// Limits on records of panics. After panicBurst records, one is written each minute.
const (
	panicBurst    = 10
	maxPanicValue = 2 << 10 // maximum length in bytes of each value, such as the stack, in the record of a panic
)

// panicLimit limits how many records of panics are written.
type panicLimit struct {
	*rate.Limiter
	omitted atomic.Int64
}

// panicHandler limits the number and the length of records with a stack, because a client
// may find a way to cause the same panic again and again. The next record that is written says
// how many were omitted.
type panicHandler struct {
	slog.Handler
	limit *panicLimit
}

// Handle passes a record on, unless it is one panic too many.
func (h panicHandler) Handle(ctx context.Context, r slog.Record) error {
	var attrs []slog.Attr
	isPanic := false
	r.Attrs(func(a slog.Attr) bool {
		isPanic = isPanic || a.Key == stackKey
		attrs = append(attrs, a)
		return true
	})
	if !isPanic {
		return h.Handler.Handle(ctx, r)
	}
	if !h.limit.Allow() {
		h.limit.omitted.Add(1)
		return nil
	}
	short := slog.NewRecord(r.Time, r.Level, r.Message, r.PC)
	for _, a := range attrs {
		if text := a.Value.String(); len(text) > maxPanicValue {
			a.Value = slog.StringValue(strings.ToValidUTF8(text[:maxPanicValue], ""))
		}
		short.AddAttrs(a)
	}
	if n := h.limit.omitted.Swap(0); n > 0 {
		short.AddAttrs(slog.Int64("omitted", n))
	}
	return h.Handler.Handle(ctx, short)
}

// WithAttrs returns a handler with the same limit whose records have the given attributes.
func (h panicHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return panicHandler{h.Handler.WithAttrs(attrs), h.limit}
}

// WithGroup returns a handler with the same limit whose attributes are in a group.
func (h panicHandler) WithGroup(name string) slog.Handler {
	return panicHandler{h.Handler.WithGroup(name), h.limit}
}

// toJournal reports whether standard error is connected to the systemd journal.
func toJournal() bool {
	is, err := journal.StderrIsJournalStream()
	return is && err == nil
}

// writeFailure writes the error that ended the program to w, which is standard error.
func writeFailure(w io.Writer, err error) {
	if toJournal() {
		w = prefixWriter{new(sync.Mutex), w, priority(slog.LevelError)}
	}
	_, _ = fmt.Fprintln(w, err)
}

// priority returns the sd-daemon(3) prefix for a log level.
func priority(level slog.Level) string {
	switch {
	case level >= slog.LevelError:
		return "<3>"
	case level >= slog.LevelWarn:
		return "<4>"
	case level >= slog.LevelInfo:
		return "<6>"
	}
	return "<7>"
}

// prefixWriter writes a prefix before each line. Each call of Write must pass whole lines.
type prefixWriter struct {
	mu     *sync.Mutex // held during a write to w
	w      io.Writer
	prefix string
}

func (p prefixWriter) Write(lines []byte) (int, error) {
	var b bytes.Buffer
	for line := range bytes.Lines(lines) {
		b.WriteString(p.prefix)
		b.Write(line)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, err := p.w.Write(b.Bytes()); err != nil {
		return 0, err
	}
	return len(lines), nil
}

// journalHandler maps each level to a handler that writes the prefix of that level.
type journalHandler map[slog.Level]slog.Handler

// at returns the handler for a level. A level that has no handler of its own uses the handler
// of the next lower level.
func (h journalHandler) at(level slog.Level) slog.Handler {
	for _, l := range []slog.Level{slog.LevelError, slog.LevelWarn, slog.LevelInfo} {
		if level >= l {
			return h[l]
		}
	}
	return h[slog.LevelDebug]
}

func (h journalHandler) Enabled(ctx context.Context, level slog.Level) bool {
	return h.at(level).Enabled(ctx, level)
}

func (h journalHandler) Handle(ctx context.Context, r slog.Record) error {
	return h.at(r.Level).Handle(ctx, r)
}

func (h journalHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return h.each(func(one slog.Handler) slog.Handler { return one.WithAttrs(attrs) })
}

func (h journalHandler) WithGroup(name string) slog.Handler {
	return h.each(func(one slog.Handler) slog.Handler { return one.WithGroup(name) })
}

func (h journalHandler) each(change func(slog.Handler) slog.Handler) slog.Handler {
	changed := journalHandler{}
	for level, one := range h {
		changed[level] = change(one)
	}
	return changed
}
