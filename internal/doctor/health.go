package doctor

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"quadrille/internal/config"
)

// Health asks the server with configuration c whether people can play, and returns its answer;
// with `alive`, whether it needs no restart. If the configuration enables metrics, Health
// requests /readyz, for which the server also tests the database, or /healthz. Otherwise Health
// only checks that the server answers SSH connections.
func Health(ctx context.Context, c config.Config, alive bool) (string, error) {
	if c.Metrics.Listen != "" {
		path := "/readyz"
		if alive {
			path = "/healthz"
		}
		return ask(ctx, reachable(c.Metrics.Listen), path)
	}
	at := reachable(c.Server.Listen)
	says, err := banner(ctx, at)
	switch {
	case strings.HasPrefix(says, versionPrefix):
		return "a server answers on " + at, nil
	case says != "":
		return "", fmt.Errorf("the program on %s is not Quadrille: it sends %q", at, says)
	}
	return "", fmt.Errorf("no server answers on %s: %w", at, err)
}

func ask(ctx context.Context, at, path string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+at+path, nil)
	if err != nil {
		return "", err
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return "", fmt.Errorf("no server answers on %s: %w", at, err)
	}
	defer func() { _ = answer.Body.Close() }()
	const longest = 1000
	text, err := io.ReadAll(io.LimitReader(answer.Body, longest))
	if err != nil {
		return "", err
	}
	line := strings.TrimSpace(string(text))
	if answer.StatusCode != http.StatusOK {
		return "", errors.New(line)
	}
	return line, nil
}
