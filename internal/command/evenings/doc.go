// Package evenings runs the commands `ssh HOST evening ...` of club evenings.
package evenings

import (
	"io"

	"quadrille/internal/player"
	"quadrille/internal/services"
)

// Commands runs the evening commands of one request. Each method with a capital letter adds
// the flags and the run function of one command.
type Commands struct {
	services.Services
	Player player.Player
	Out    io.Writer
}
