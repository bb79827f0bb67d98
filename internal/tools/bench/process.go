package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"quadrille/internal/tools/bench/child"
	"quadrille/internal/tools/must"
)

// process is a child process that runs a server.
type process struct {
	address string
	cmd     *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
}

// launch starts a server in a child process and returns when it has printed its address. If
// ctx is cancelled, the process is killed.
func launch(ctx context.Context, data string, more ...string) *process {
	p := &process{cmd: exec.CommandContext(ctx, must.Get(os.Executable()), append([]string{child.Command, data}, more...)...)}
	p.cmd.Stderr = os.Stderr
	p.in = must.Get(p.cmd.StdinPipe())
	p.out = bufio.NewReader(must.Get(p.cmd.StdoutPipe()))
	must.Check(p.cmd.Start())
	address, err := p.out.ReadString('\n')
	if err != nil {
		p.kill()
		must.Check(fmt.Errorf("the server did not start: %w", err))
	}
	p.address = strings.TrimSpace(address)
	return p
}

func (p *process) ask(question string, answer any) {
	must.Get(fmt.Fprintln(p.in, question))
	line, err := p.out.ReadBytes('\n')
	if err != nil {
		must.Check(fmt.Errorf("the server does not answer: %w", err))
	}
	must.Check(json.Unmarshal(line, answer))
}

func (p *process) size() (s child.Size) {
	p.ask(child.AskSize, &s)
	return s
}

func (p *process) resident() (bytes int64) {
	p.ask(child.AskResident, &bytes)
	return bytes
}

func (p *process) cpu() (used time.Duration) {
	p.ask(child.AskCPU, &used)
	return used
}

// usage is the processor time that a server used while something was done.
type usage struct{ used, lasted time.Duration }

// usage calls a function and measures the processor time that the server uses meanwhile.
func (p *process) usage(do func()) usage {
	begun, before := time.Now(), p.cpu()
	do()
	return usage{p.cpu() - before, time.Since(begun)}
}

// percent returns the processor time that the server used, in percent of one core.
func (u usage) percent() float64 { return 100 * times(u.used, u.lasted) }

// end closes the server's input and waits until the server has shut down. It is deferred: if the
// measurement has failed, it adds an error of the server to the failure.
func (p *process) end() {
	must.Check(errors.Join(must.Failed(recover()), p.in.Close(), p.cmd.Wait()))
}

// kill kills the server without letting it shut down.
func (p *process) kill() {
	must.Check(p.cmd.Process.Kill())
	_ = p.cmd.Wait() // ignore the error: Wait always returns one, because the process was killed
}
