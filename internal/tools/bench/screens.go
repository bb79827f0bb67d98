package main

import (
	"context"
	"fmt"

	"quadrille/internal/table"
	"quadrille/internal/tools/must"
)

// screenRows counts the bytes that the server sends when a client changes screens or resizes
// its terminal.
func screenRows(ctx context.Context, p pair, id table.ID) []row {
	c := p.server.enter(ctx, id, 0)
	defer c.close()
	keys := func(keys string) func() { return func() { c.press(keys) } }
	size := func(width, height int) func() { return func() { must.Check(c.session.WindowChange(height, width)) } }
	var rows []row
	for _, step := range []struct {
		what string
		do   func()
	}{
		{"from a table to its help", keys("?")},
		{"from the help back to the table", keys("\x1b")},
		{"from the table to the lobby", keys("\x1b")},
		{"to select the next line of the lobby", keys("\x1b[B")},
		{"to resize the lobby to 80 x 24", size(80, 24)},
		{fmt.Sprintf("to resize the lobby back to %d x %d", width, height), size(width, height)},
	} {
		bytes := c.after(ctx, step.do)
		rows = append(rows, row{what: "bytes " + step.what, measured: fmt.Sprint(bytes)})
	}
	return rows
}

// after calls the function `do`, and returns the number of bytes that the client receives as a
// result.
func (c *client) after(ctx context.Context, do func()) int {
	ctx, cancel := context.WithTimeout(ctx, moveTimeout)
	defer cancel()
	quiet(ctx, c)
	before := c.received()
	c.arm()
	do()
	c.woken(ctx)
	quiet(ctx, c)
	return c.received() - before
}
