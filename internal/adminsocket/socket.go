package adminsocket

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"sync"
	"time"

	"quadrille/internal/clock"
)

// Name is the file name of the socket in the data directory.
const Name = "admin.sock"

const (
	maxPath    = 103      // maximum length of a socket's path in bytes: the smallest of all systems
	maxRequest = 64 << 10 // maximum length of the request line, in bytes
	maxInput   = 1 << 20  // maximum length of the standard input, in bytes
	maxConns   = 4        // maximum number of concurrent connections
	helloTime  = 5 * time.Second
	runTime    = 10 * time.Minute
	endTime    = time.Second // how long a running command may continue after the server stops
)

// beginTime is how long Call waits for the server to start a command. Tests shorten it.
var beginTime = 15 * time.Second

// Handler runs an admin command and returns its exit status.
type Handler func(ctx context.Context, args []string, in io.Reader, out, errs io.Writer) (status int)

type request struct {
	Args []string `json:"args"`
}

// answer is one line of the server's answer. In the first line no field is set: the line
// means that the command has started. In each later line one field is set.
type answer struct {
	Out    []byte `json:"out,omitempty"`
	Err    []byte `json:"err,omitempty"`
	Status *int   `json:"status,omitempty"`
}

// Listen creates the socket in a data directory that the caller has locked. It replaces a
// socket that a killed server left behind. It creates the socket in a directory of mode
// 0700, sets the socket's mode to 0600 and then moves it into the data directory, so that
// other users can never connect.
func Listen(dir string) (*net.UnixListener, error) {
	private, err := os.MkdirTemp(dir, ".admin-")
	if err != nil {
		return nil, fmt.Errorf("creating the admin socket: %w", err)
	}
	defer func() { _ = os.RemoveAll(private) }()
	var l *net.UnixListener
	err = withShortPath(private, func(short string) (err error) {
		l, err = net.ListenUnix("unix", &net.UnixAddr{Name: filepath.Join(short, Name), Net: "unix"})
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("creating the admin socket: %w", err)
	}
	l.SetUnlinkOnClose(false)
	made := filepath.Join(private, Name)
	if err := errors.Join(os.Chmod(made, 0o600), os.Rename(made, filepath.Join(dir, Name))); err != nil {
		_ = l.Close()
		return nil, fmt.Errorf("creating the admin socket: %w", err)
	}
	return l, nil
}

// Serve serves requests until the function `stop` is called. That function removes the socket
// and waits up to a second for commands that are still running.
func Serve(l *net.UnixListener, dir string, handle Handler, logger *slog.Logger) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	var all sync.WaitGroup
	slots := make(chan struct{}, maxConns)
	all.Go(func() {
		for {
			conn, err := l.AcceptUnix()
			if err != nil {
				if ctx.Err() == nil {
					logger.Error("admin socket", "err", err)
				}
				return
			}
			slots <- struct{}{}
			all.Go(func() {
				defer func() { <-slots }()
				defer func() { _ = conn.Close() }()
				defer func() {
					if fault := recover(); fault != nil {
						logger.Error("panic in an admin command", "fault", fault)
					}
				}()
				serveConn(ctx, conn, handle, logger)
			})
		}
	})
	return func() {
		_ = os.Remove(filepath.Join(dir, Name))
		cancel()
		_ = l.Close()
		ended := make(chan struct{})
		go func() { all.Wait(); close(ended) }()
		select {
		case <-ended:
		case <-time.After(endTime):
		}
	}
}

func serveConn(ctx context.Context, conn *net.UnixConn, handle Handler, logger *slog.Logger) {
	if err := checkPeer(conn); err != nil {
		logger.Warn("admin socket refused a connection", "err", err)
		return
	}
	ctx, cancel := context.WithTimeout(ctx, runTime)
	defer cancel()
	defer context.AfterFunc(ctx, func() { _ = conn.SetDeadline(clock.Steady()) })()
	_ = conn.SetReadDeadline(clock.Steady().Add(helloTime))
	in := bufio.NewReaderSize(io.LimitReader(conn, maxRequest+maxInput), maxRequest)
	line, err := in.ReadSlice('\n')
	var asked request
	if err == nil {
		err = json.Unmarshal(line, &asked)
	}
	if err != nil {
		logger.Warn("admin socket received no valid request", "err", err)
		return
	}
	_ = conn.SetReadDeadline(time.Time{})
	answers := json.NewEncoder(conn)
	var mu sync.Mutex
	send := func(a answer) error {
		mu.Lock()
		defer mu.Unlock()
		return answers.Encode(a)
	}
	_ = send(answer{})
	status := handle(ctx, asked.Args, in,
		writer(func(b []byte) error { return send(answer{Out: b}) }), writer(func(b []byte) error { return send(answer{Err: b}) }))
	_ = send(answer{Status: &status})
}

// checkUser returns an error unless a user is root or the user of this process.
func checkUser(id int) error {
	if id != 0 && id != os.Geteuid() {
		return fmt.Errorf("user ID %d is neither root nor the user that runs the server", id)
	}
	return nil
}

// writer adapts a function to an io.Writer.
type writer func([]byte) error

// Write calls the function w with b as its argument.
func (w writer) Write(b []byte) (int, error) {
	if err := w(b); err != nil {
		return 0, err
	}
	return len(b), nil
}

// ErrNoServer means that no server is running in a data directory.
var ErrNoServer = errors.New("no server is using this data directory")

var errCut = errors.New("the server closed the connection; \"admin audit\" shows if the command ran")

var errNotAnswering = errors.New("the server hangs: kill it (kill -9) and try again; acknowledged moves are kept")

// Call runs an admin command in the server that uses a data directory, and returns its exit
// status. The error wraps [ErrNoServer] if no server is running. Call gives up if the server
// does not start the command within 15 seconds.
func Call(ctx context.Context, dir string, args []string, in io.Reader, out, errs io.Writer) (status int, err error) {
	var conn *net.UnixConn
	err = withShortPath(dir, func(short string) (err error) {
		conn, err = net.DialUnix("unix", nil, &net.UnixAddr{Name: filepath.Join(short, Name), Net: "unix"})
		return err
	})
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, errRefused):
		return 0, ErrNoServer
	case errors.Is(err, fs.ErrPermission):
		return 0, fmt.Errorf("no access to the server in %s: run this as root or as the server's user", dir)
	case err != nil:
		return 0, fmt.Errorf("cannot reach the server: %w", err)
	}
	defer func() { _ = conn.Close() }()
	defer context.AfterFunc(ctx, func() { _ = conn.Close() })()
	_ = conn.SetDeadline(clock.Steady().Add(beginTime))
	err = json.NewEncoder(conn).Encode(request{args})
	answers := json.NewDecoder(conn)
	if err == nil {
		err = answers.Decode(&answer{})
	}
	switch {
	case ctx.Err() != nil:
		return 0, ctx.Err()
	case errors.Is(err, os.ErrDeadlineExceeded):
		return 0, errNotAnswering
	case err != nil:
		return 0, errCut
	}
	_ = conn.SetDeadline(time.Time{})
	go func() { // send the input until the input, the connection or the process ends
		_, _ = io.Copy(conn, io.LimitReader(in, maxInput))
		_ = conn.CloseWrite()
	}()
	for {
		var a answer
		if err := answers.Decode(&a); err != nil {
			return 0, errCut
		}
		_, err := out.Write(a.Out)
		if err == nil {
			_, err = errs.Write(a.Err)
		}
		switch {
		case a.Status != nil:
			return *a.Status, nil
		case err != nil:
			return 0, err
		}
	}
}
