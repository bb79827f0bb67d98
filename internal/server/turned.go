package server

import (
	"fmt"
	"time"
)

// turned is why a connection was turned away before anything was computed for
// it.
type turned uint8

const (
	letIn turned = iota
	fullHouse
	fullAddress
	busyDoor
	busyAddress
	hastyAddress
	barred
	keptOut
	reasonsToTurn // how many there are, with that there is none
)

// What counters call them, which is for good.
var turnedWords = [reasonsToTurn]string{
	fullHouse: "server_full", fullAddress: "address_full", busyDoor: "door_busy",
	busyAddress: "address_busy", hastyAddress: "address_hasty", barred: "address_barred",
	keptOut: "address_banned",
}

// What is said, each in its own line.
var turnedSentences = [reasonsToTurn]string{
	fullHouse:    "This server is full: try again in a few minutes.",
	fullAddress:  "Too many connections from your address: close one, or try again in a minute.",
	busyDoor:     "Too many people are at the door: try again in a few seconds.",
	busyAddress:  "Too many connections from your address have not logged in yet: try again in half a minute.",
	hastyAddress: "Too many new connections from your address: try again in %s.",
	barred:       "Your address has been asking too much, or failed too often: try again in %s.",
	keptOut:      "Nobody is let in from your address: ask the host of this server.",
}

// refusal is why, and for how long if that is known. The zero value refuses
// nobody.
type refusal struct {
	why  turned
	wait time.Duration
}

// String is the sentence, empty for who is not refused.
func (r refusal) String() string {
	if r.wait > 0 {
		return fmt.Sprintf(turnedSentences[r.why], inWords(r.wait))
	}
	return turnedSentences[r.why]
}
