package main

import (
	"context"
	"fmt"

	"quadrille/internal/table"
)

// screenRows counts the bytes that the server sends when a client changes screens or resizes
// its terminal.
func screenRows(ctx context.Context, p pair, id table.ID) ([]row, error) {
	c, err := p.server.enter(ctx, id, 0)
	if err != nil {
		return nil, err
	}
	defer c.close()
	keys := func(keys string) func() error { return func() error { return c.press(keys) } }
	size := func(width, height int) func() error {
		return func() error { return c.session.WindowChange(height, width) }
	}
	var rows []row
	for _, step := range []struct {
		what string
		do   func() error
	}{
		{"from a table to its help", keys("?")},
		{"from the help back to the table", keys("\x1b")},
		{"from the table to the lobby", keys("\x1b")},
		{"to select the next line of the lobby", keys("\x1b[B")},
		{"to resize the lobby to 80 x 24", size(80, 24)},
		{fmt.Sprintf("to resize the lobby back to %d x %d", width, height), size(width, height)},
	} {
		bytes, err := c.after(ctx, step.do)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", step.what, err)
		}
		rows = append(rows, row{what: "bytes " + step.what, measured: fmt.Sprint(bytes)})
	}
	return rows, nil
}

// after calls the function `do`, and returns the number of bytes that the client receives as a
// result.
func (c *client) after(ctx context.Context, do func() error) (int, error) {
	ctx, cancel := context.WithTimeout(ctx, moveTimeout)
	defer cancel()
	if err := quiet(ctx, c); err != nil {
		return 0, err
	}
	before := c.received()
	c.arm()
	if err := do(); err != nil {
		return 0, err
	}
	if _, err := c.woken(ctx); err != nil {
		return 0, err
	}
	err := quiet(ctx, c)
	return c.received() - before, err
}
