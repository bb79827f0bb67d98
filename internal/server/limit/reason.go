package limit

import (
	"fmt"
	"time"
)

// Reason is why a connection is refused before anything is computed for it.
type Reason uint8

// The reasons. The zero value refuses nobody.
const (
	None Reason = iota
	ServerFull
	AddressFull
	ServerBusy
	AddressBusy
	AddressHasty
	AddressPenalty
	AddressBanned
	reasons // how many there are, with None
)

// reasonNames are what metrics call them. They are never renamed.
var reasonNames = [reasons]string{
	ServerFull: "server_full", AddressFull: "address_full", ServerBusy: "server_busy",
	AddressBusy: "address_busy", AddressHasty: "address_rate", AddressPenalty: "address_penalty",
	AddressBanned: "address_banned",
}

// sentences are what clients are told, each in its own line. %s is the time to wait.
var sentences = [reasons]string{
	ServerFull:     "This server is full: try again in a few minutes.",
	AddressFull:    "Too many connections from your address: close one, or try again in a minute.",
	ServerBusy:     "Too many people are logging in: try again in a few seconds.",
	AddressBusy:    "Too many connections from your address have not logged in yet: try again in half a minute.",
	AddressHasty:   "Too many new connections from your address: try again in %s.",
	AddressPenalty: "Your address has asked for too much, or failed too often: try again in %s.",
	AddressBanned:  "Your address is banned from this server: ask its owner.",
}

// Refusal is why a connection is refused, and for how long if that is known. The
// zero value refuses nobody.
type Refusal struct {
	Reason Reason
	Wait   time.Duration
}

// String returns the sentence for the client, empty for who is not refused.
func (r Refusal) String() string {
	if r.Wait > 0 {
		return fmt.Sprintf(sentences[r.Reason], Seconds(r.Wait))
	}
	return sentences[r.Reason]
}

// Seconds returns a time to wait in words, in whole seconds.
func Seconds(d time.Duration) string {
	seconds := int((d + time.Second - 1) / time.Second)
	if seconds == 1 {
		return "a second"
	}
	return fmt.Sprintf("%d seconds", seconds)
}
