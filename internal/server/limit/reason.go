package limit

import (
	"fmt"
	"time"
)

// Reason is a reason to refuse a connection before the server does any work for it.
type Reason uint8

// The reasons to refuse a connection.
const (
	None           Reason = iota // the connection is admitted
	ServerFull                   // too many connections to the server
	AddressFull                  // too many connections from the address
	ServerBusy                   // too many unauthenticated connections to the server
	AddressBusy                  // too many unauthenticated connections from the address
	AddressRate                  // the address connects too often
	AddressPenalty               // the address is refused because of misuse; see [Violation]
	AddressBanned                // the club has banned the address
	reasons                      // the number of reasons
)

// reasonNames are the label values of metrics. Never rename one.
var reasonNames = [reasons]string{
	ServerFull: "server_full", AddressFull: "address_full", ServerBusy: "server_busy",
	AddressBusy: "address_busy", AddressRate: "address_rate", AddressPenalty: "address_penalty",
	AddressBanned: "address_banned",
}

// sentences are sent to clients, each as one line. %s is the time to wait.
var sentences = [reasons]string{
	ServerFull:     "This server is full. Try again in a few minutes.",
	AddressFull:    "Too many connections from your address. Close one, or try again in a minute.",
	ServerBusy:     "Too many clients are logging in. Try again in a few seconds.",
	AddressBusy:    "Too many logins from your address at once. Try again in half a minute.",
	AddressRate:    "Too many new connections from your address. Try again in %s.",
	AddressPenalty: "Your address exceeded the limits of this server. Try again in %s.",
	AddressBanned:  "Your address is banned from this server. Contact its owner.",
}

// Refusal is a reason to refuse a connection and, if known, the time that the client must
// wait. The zero value admits the connection.
type Refusal struct {
	Reason Reason
	Wait   time.Duration
}

// String returns the sentence that is sent to the client, or "" if the connection is
// admitted.
func (r Refusal) String() string {
	if r.Wait > 0 {
		return fmt.Sprintf(sentences[r.Reason], Seconds(r.Wait))
	}
	return sentences[r.Reason]
}

// Seconds formats a duration in whole seconds, rounded up: "5 seconds".
func Seconds(d time.Duration) string {
	seconds := int((d + time.Second - 1) / time.Second)
	if seconds == 1 {
		return "1 second"
	}
	return fmt.Sprintf("%d seconds", seconds)
}
