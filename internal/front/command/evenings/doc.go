// Package evenings runs the commands of club evenings: `ssh HOST evening ...`.
package evenings

import (
	"io"

	"quadrille/internal/player"
	"quadrille/internal/service"
)

// Commands runs the evening commands of one request. Each exported method adds flags and a
// run function to one command.
type Commands struct {
	service.Services
	Player player.Player
	Out    io.Writer
}
