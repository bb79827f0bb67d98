// Command uci4 lets a UCI engine for four-player chess play in matches that the command "quadrille
// match" runs: the engine's own game, modern four-player chess, and Chess4, whose rules differ.
//
//	uci4 -go movetime=100 ENGINE [ARGUMENT ...]
//
// It reads and writes the JSON lines of docs/api.md on standard input and output. It sends
// each position to the engine as FEN4, and plays the answer of the engine.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"quadrille/rules"
	"quadrille/rules/chess4"
	"quadrille/rules/fourplayer"
)

// line holds the fields that the adapter uses from an answer or event.
type line struct {
	Event, Position string
	Ply             int
	Own             bool `json:"yours"`
}

// move is the request that plays a move.
type move struct {
	V       int    `json:"v"`
	Command string `json:"command"`
	Table   int    `json:"table"`
	Ply     int    `json:"ply"`
	Action  string `json:"action"`
	search
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("uci4: ")
	limit := flag.String("go", "movetime=100", "limit of each search, in the form NAME=VALUE: movetime=100 or depth=4")
	var options []string
	flag.Func("set", "set an option of the engine, as `NAME=VALUE`; may be repeated", func(text string) error {
		options = append(options, text)
		return nil
	})
	flag.Parse()
	if flag.NArg() == 0 {
		log.Fatal("no engine given; for example, run: uci4 -go movetime=100 ./engine")
	}
	engine, err := startEngine(flag.Args())
	if err != nil {
		log.Fatal(err)
	}
	if err = engine.begin(options); err == nil {
		err = play(os.Stdin, os.Stdout, engine, *limit)
	}
	engine.stop()
	if err != nil {
		log.Fatal(err)
	}
}

func startEngine(command []string) (*engine, error) {
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	stop := func() {
		fmt.Fprintln(in, "quit")
		_ = in.Close()
		exited := make(chan struct{})
		go func() {
			_, _ = cmd.Process.Wait()
			close(exited)
		}()
		select {
		case <-exited:
		case <-time.After(time.Second):
			_ = cmd.Process.Kill()
		}
	}
	return newEngine(in, out, sync.OnceFunc(stop)), nil
}

// play sits down at the table, and answers each of its own turns with a move of the engine,
// until the input ends.
func play(in io.Reader, out io.Writer, e *engine, limit string) error {
	requests := json.NewEncoder(out)
	for _, command := range []string{"hello", "sit", "ready"} {
		request := map[string]any{"v": 2, "command": command, "table": 1, "name": "uci4", "with": []string{"position"}}
		if err := requests.Encode(request); err != nil {
			return err
		}
	}
	for text := range readLines(in, e) {
		var l line
		if err := json.Unmarshal(text, &l); err != nil {
			return err
		}
		if l.Event != "turn" || !l.Own {
			continue
		}
		g, _, err := rules.ParsePosition(strings.NewReader(l.Position), openGame, "", nil)
		if err != nil {
			return err
		}
		action, found, err := e.choose(g, limit)
		if err != nil {
			return err
		}
		if err := requests.Encode(move{V: 2, Command: "move", Table: 1, Ply: l.Ply, Action: action, search: found}); err != nil {
			return err
		}
	}
	return nil
}

// readLines returns the lines of the input. When the input ends, it stops the engine, even
// if the engine is searching.
func readLines(in io.Reader, e *engine) <-chan []byte {
	lines := make(chan []byte, 100)
	go func() {
		defer close(lines)
		scanner := bufio.NewScanner(in)
		scanner.Buffer(nil, 1<<20)
		for scanner.Scan() {
			lines <- bytes.Clone(scanner.Bytes())
		}
		e.stop()
	}()
	return lines
}

// openGame returns the rules of a game with the given options. It returns an error for what FEN4
// cannot describe: every other game, and Chess4 with method=2, in which players gain armies.
func openGame(name string, options map[string]string) (rules.Variant, error) {
	switch {
	case name == fourplayer.Definition().Name:
		return fourplayer.New(options)
	case name == chess4.Definition().Name && options["method"] != "2":
		return chess4.New(options)
	}
	return nil, fmt.Errorf("FEN4 describes only fourplayer, and chess4 with method=1")
}
