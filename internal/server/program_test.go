package server

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"quadrille/internal/draw"
	"quadrille/internal/draw/wire"
	"quadrille/internal/server/limit"

	tea "charm.land/bubbletea/v2"
	"charm.land/ssh"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"quadrille/internal/front/screen/kit"
	"quadrille/internal/sshtest"
)

// recorder is a model that records its messages, shows the last one, and counts the times
// that it is drawn.
type recorder struct {
	large bool
	next  map[string]tea.Cmd // the command that Update returns for each message

	mu       sync.Mutex
	messages []string
	sizes    []tea.WindowSizeMsg
	drawn    int
}

// received returns the recorded messages as one string.
func (m *recorder) received() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return strings.Join(m.messages, " ")
}

func (m *recorder) frames() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.drawn
}

func (m *recorder) Init() tea.Cmd { return nil }

func (m *recorder) Update(msg tea.Msg) (kit.Model, tea.Cmd) {
	m.mu.Lock()
	defer m.mu.Unlock()
	switch msg := msg.(type) {
	case string:
		m.messages = append(m.messages, msg)
	case tea.KeyPressMsg:
		m.messages = append(m.messages, "key "+msg.String())
	case tea.WindowSizeMsg:
		m.sizes = append(m.sizes, msg)
		return m, nil
	default:
		return m, nil
	}
	return m, m.next[m.last()]
}

func (m *recorder) last() string { return m.messages[len(m.messages)-1] }

func (m *recorder) View() wire.View {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.drawn++
	if len(m.messages) == 0 {
		return textView("nothing", draw.Style{})
	}
	if m.large {
		return textView(strings.Repeat(m.last()+"\n", 24), draw.Style{})
	}
	return textView(m.last(), draw.Style{})
}

// fakeSession is a session whose input the test writes and whose output the test receives,
// one write at a time.
type fakeSession struct {
	ssh.Session
	out chan string
	in  *io.PipeReader
}

func (w fakeSession) Write(p []byte) (int, error) {
	w.out <- string(p)
	return len(p), nil
}
func (w fakeSession) Read(p []byte) (int, error) { return w.in.Read(p) }
func (w fakeSession) Pty() (ssh.Pty, <-chan ssh.Window, bool) {
	return ssh.Pty{Term: "xterm-256color"}, nil, true
}

// running is a program that runs in a synctest bubble.
type running struct {
	*program
	model *recorder
	out   chan string
	keys  *io.PipeWriter
	ended chan struct{}
}

func startProgram(t *testing.T, model *recorder, room int) *running {
	t.Helper()
	return startModel(t, model, model, room)
}

// startModel runs a model that passes its messages to a recorder.
func startModel(t *testing.T, model kit.Model, recorder *recorder, room int) *running {
	t.Helper()
	r := &running{model: recorder, out: make(chan string, room), ended: make(chan struct{})}
	in, keys := io.Pipe()
	r.keys = keys
	limits := limit.NewCurrent(Limits{})
	terminal := fakeSession{out: r.out, in: in}
	v := &session{
		ssh:     terminal,
		server:  &Server{logger: slog.New(slog.DiscardHandler), limits: limits},
		channel: &sessionChannel{sizes: make(chan size, 1), limits: limits, finished: func() {}, output: terminal},
		conn:    &conn{logger: slog.New(slog.DiscardHandler)},
	}
	v.ctx, v.end = context.WithCancelCause(t.Context())
	v.channel.ctx, v.channel.cancel = v.ctx, func() { v.end(nil) }
	r.program = newProgram(v, func(func(kit.WaitMsg)) kit.Model { return model }, colorprofile.ANSI256, size{80, 24})
	go func() {
		defer close(r.ended)
		r.run()
	}()
	synctest.Wait()
	return r
}

// advance advances the fake clock and waits until all goroutines are blocked.
func advance(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// stop ends the session and receives its remaining output.
func (r *running) stop() {
	r.session.end(nil)
	for {
		select {
		case <-r.out:
		case <-r.ended:
			_ = r.keys.Close()
			synctest.Wait()
			return
		}
	}
}

func TestIdleProgramDrawsNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := startProgram(t, &recorder{}, 8)
		advance(time.Second)
		if len(r.out) != 1 || r.model.frames() != 1 {
			t.Fatalf("%d frames, drawn %d times, at first", len(r.out), r.model.frames())
		}
		advance(24 * time.Hour)
		if len(r.out) != 1 || r.model.frames() != 1 {
			t.Errorf("%d frames, drawn %d times, after a day", len(r.out), r.model.frames())
		}
		r.deliver("something")
		advance(drawDelay)
		if len(r.out) != 2 {
			t.Errorf("%d frames after a message", len(r.out))
		}
		r.stop()
	})
}

func TestAtMostSixtyFramesASecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := startProgram(t, &recorder{}, 1000)
		for i := range 1000 {
			r.deliver(fmt.Sprint(i))
			advance(time.Millisecond)
		}
		advance(frameInterval)
		if n := len(r.out); n < 50 || n > 62 {
			t.Errorf("%d frames in a second of messages", n)
		}
		r.stop()
	})
}

// mover is a model that waits for an answer after each message "move".
type mover struct{ *recorder }

func (m mover) Update(msg tea.Msg) (kit.Model, tea.Cmd) {
	_, cmd := m.recorder.Update(msg)
	return m, cmd
}

func (m mover) Output() kit.Output {
	return kit.Output{Profile: colorprofile.ANSI256, Busy: strings.HasSuffix(m.received(), "move")}
}

// A move and the answer to it are shown by one frame, without a wait for the interval between frames. If the answer
// takes long, the screen is drawn without it.
func TestMoveIsDrawnWithItsAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		model := mover{&recorder{}}
		r := startModel(t, model, model.recorder, 8)
		advance(time.Second)
		for _, c := range []struct {
			answer time.Duration
			frames int
		}{{2 * drawDelay, 1}, {answerDelay / 2, 1}, {2 * answerDelay, 2}} {
			before := r.model.frames()
			r.deliver("move")
			advance(c.answer)
			r.deliver("answer")
			advance(drawDelay)
			if n := r.model.frames() - before; n != c.frames {
				t.Errorf("drawn %d times with an answer after %v, not %d times", n, c.answer, c.frames)
			}
			advance(time.Second)
		}
		r.stop()
	})
}

// stepper is a model that shows each message after an underline.
type stepper struct{ *recorder }

func (m stepper) Update(msg tea.Msg) (kit.Model, tea.Cmd) {
	_, cmd := m.recorder.Update(msg)
	return m, cmd
}

func (m stepper) View() wire.View {
	v := m.recorder.View()
	v.First = func(g *draw.Grid) { g.Text(0, 1, 8, "________", draw.Style{}) }
	return v
}

func (m stepper) Output() kit.Output {
	return kit.Output{Profile: colorprofile.ANSI256, FirstLasts: 60 * time.Millisecond}
}

// A frame in two steps needs one drawing. A frame that is drawn meanwhile replaces its second step.
func TestFrameInTwoSteps(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		model := stepper{&recorder{}}
		r := startModel(t, model, model.recorder, 8)
		advance(time.Second)
		if first, second := <-r.out, <-r.out; len(r.out) != 0 || !strings.Contains(first, "____") || strings.Contains(second, "_") {
			t.Errorf("sent %q, then %q", first, second)
		}
		r.deliver("one")
		advance(50 * time.Millisecond)
		r.deliver("two")
		advance(50 * time.Millisecond)
		if n := len(r.out); n != 2 {
			t.Errorf("%d writes while the second frame is not complete", n)
		}
		advance(time.Second)
		if n := len(r.out); n != 3 || r.model.frames() != 3 {
			t.Errorf("%d writes of two frames, drawn %d times", n, r.model.frames()-1)
		}
		r.stop()
	})
}

func TestSlowClientGetsTheNewestFrame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := startProgram(t, &recorder{}, 0)
		advance(time.Second)
		go func() {
			for i := range 1000 {
				r.deliver(fmt.Sprint("news ", i))
			}
		}()
		advance(time.Second)
		first := <-r.out
		second := <-r.out
		if strings.Contains(first, "news 999") || !strings.Contains(second, "999") || r.model.frames() != 2 {
			t.Errorf("drawn %d times; sent %q, then %q", r.model.frames(), first, second)
		}
		r.stop()
	})
}

func TestLoneEscapeIsAKeyAfterATimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := startProgram(t, &recorder{}, 1000)
		_, _ = io.WriteString(r.keys, "\x1b")
		advance(escapeTimeout - time.Millisecond)
		if got := r.model.received(); got != "" {
			t.Errorf("received %q before the timeout", got)
		}
		advance(time.Millisecond)
		_, _ = io.WriteString(r.keys, "\x1b")
		_, _ = io.WriteString(r.keys, "[A")
		_, _ = io.WriteString(r.keys, "x")
		advance(time.Second)
		if got := r.model.received(); got != "key esc key up key x" {
			t.Errorf("received %q", got)
		}
		r.stop()
	})
}

// slow returns commands that return one word each. The first command takes longest.
func slow(words ...string) []tea.Cmd {
	var cmds []tea.Cmd
	for i, word := range words {
		cmds = append(cmds, func() tea.Msg {
			time.Sleep(time.Duration(len(words)-i) * time.Second)
			return word
		})
	}
	return cmds
}

func TestSequencesAndBatchesOfCommands(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := startProgram(t, &recorder{next: map[string]tea.Cmd{
			"in order": tea.Sequence(tea.Batch(slow("a", "b")...), nil, tea.Sequence(slow("c", "d")...), slow("e")[0]),
			"at once":  tea.Batch(slow("f", "g", "h")...),
			"bell":     tea.Raw("\a"),
			"leave":    tea.Quit,
		}}, 1000)
		r.deliver("in order")
		advance(time.Minute)
		r.deliver("at once")
		advance(time.Minute)
		if got := r.model.received(); got != "in order b a c d e at once h g f" {
			t.Errorf("received %s", got)
		}
		for len(r.out) > 0 {
			<-r.out
		}
		r.deliver("bell")
		advance(time.Second)
		if got := <-r.out; !strings.HasPrefix(got, "\a") {
			t.Errorf("the bell is %q", got)
		}
		r.deliver("leave")
		<-r.ended
		r.stop()
	})
}

func TestModeReportSetsAtomicFrames(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := startProgram(t, &recorder{large: true}, 1000)
		for i, c := range []struct {
			answer string
			want   bool
		}{{"\x1b[?7;1$y", false}, {"\x1b[?2026;2$y", true}, {"\x1b[?2026;0$y", false}} {
			_, _ = io.WriteString(r.keys, c.answer)
			advance(time.Second)
			for len(r.out) > 0 {
				<-r.out
			}
			r.deliver(strings.Repeat(string(rune('a'+i)), 79))
			advance(time.Second)
			if got := <-r.out; strings.Contains(got, ansi.SetModeSynchronizedOutput) != c.want {
				t.Errorf("after %q a frame is %q", c.answer, got)
			}
		}
		r.stop()
	})
}

// colourful is a screen that always uses colours.
type colourful struct{}

func (colourful) Init() tea.Cmd                         { return nil }
func (c colourful) Update(tea.Msg) (kit.Model, tea.Cmd) { return c, nil }

func (colourful) View() wire.View { return textView("red", draw.Style{Fg: 200}) }

// A client that sends a locale without UTF-8 gets screens of ASCII characters.
func TestLocaleOfAClient(t *testing.T) {
	for _, c := range []struct {
		env  []string
		utf8 bool
	}{
		{nil, true},
		{[]string{"TERM_PROGRAM=tmux"}, true},
		{[]string{"LANG=en_GB.UTF-8"}, true},
		{[]string{"LANG=C"}, false},
		{[]string{"LANG=de_DE.ISO-8859-1"}, false},
		{[]string{"LANG=en_GB.UTF-8", "LC_ALL=POSIX"}, false},
		{[]string{"LANG=C", "LC_CTYPE=C.utf8"}, true},
		{[]string{"LC_ALL=", "LANG=en_GB.UTF-8"}, true},
	} {
		if got := hasUTF8(c.env); got != c.utf8 {
			t.Errorf("%q: %t", c.env, got)
		}
	}
	d := startServer(t, Limits{})
	ascii := make(chan bool, 1)
	d.screens = func(cfg kit.Config) kit.Model {
		ascii <- cfg.ASCII
		return colourful{}
	}
	stream := newRaw(t, sshtest.Dial(t, d.address, sshtest.GuestAuth()))
	stream.pty(t, "xterm-256color", 80, 24)
	stream.ask(t, "env", variable("LC_ALL", "POSIX"))
	stream.ask(t, "shell", nil)
	if !<-ascii {
		t.Error("the screens use characters that are not in ASCII")
	}
}

func TestNoColorDisablesColours(t *testing.T) {
	d := startServer(t, Limits{})
	d.screens = func(kit.Config) kit.Model { return colourful{} }
	client := sshtest.Dial(t, d.address, sshtest.GuestAuth())
	for value, want := range map[string]bool{"": true, "1": false, "yes please": false} {
		stream := newRaw(t, client)
		stream.pty(t, "xterm-256color", 80, 24)
		stream.ask(t, "env", variable("NO_COLOR", value))
		stream.ask(t, "shell", nil)
		stream.see(t, "red")
		if got := strings.Contains(string(stream.got), "38;5;200"); got != want {
			t.Errorf("NO_COLOR=%s: coloured %t", value, got)
		}
		must(t, stream.channel.Close())
	}
}
