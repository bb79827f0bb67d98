// Package wire encodes the frames of a screen as terminal escape sequences: only the cells
// that have changed, in as few bytes as possible.
//
// A [Screen] stores the cells that one terminal shows; its Frame method returns the bytes
// that make the terminal show a new frame, or first other cells and then the frame. Screens
// that show the same frames can share this work through a [Shared].
//
// The package does no input or output and starts no goroutines: the caller sends the
// bytes that it returns.
package wire
