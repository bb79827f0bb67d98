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
func launch(ctx context.Context, data string, more ...string) (*process, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	p := &process{cmd: exec.CommandContext(ctx, program, append([]string{child.Command, data}, more...)...)}
	p.cmd.Stderr = os.Stderr
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p.out = bufio.NewReader(out)
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	address, err := p.out.ReadString('\n')
	if err != nil {
		return nil, errors.Join(fmt.Errorf("the server did not start: %w", err), p.kill())
	}
	p.address = strings.TrimSpace(address)
	return p, nil
}

func (p *process) ask(question string, answer any) error {
	if _, err := fmt.Fprintln(p.in, question); err != nil {
		return err
	}
	line, err := p.out.ReadBytes('\n')
	if err != nil {
		return fmt.Errorf("the server does not answer: %w", err)
	}
	return json.Unmarshal(line, answer)
}

func (p *process) size() (s child.Size, err error) { return s, p.ask(child.AskSize, &s) }

func (p *process) resident() (n int64, err error) { return n, p.ask(child.AskResident, &n) }

func (p *process) cpu() (used time.Duration, err error) { return used, p.ask(child.AskCPU, &used) }

// end closes the server's input and waits until the server has shut down.
func (p *process) end() error {
	return errors.Join(p.in.Close(), p.cmd.Wait())
}

// kill kills the server without letting it shut down.
func (p *process) kill() error {
	if err := p.cmd.Process.Kill(); err != nil {
		return err
	}
	_ = p.cmd.Wait() // ignore the error: Wait always returns one, because the process was killed
	return nil
}
