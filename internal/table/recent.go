package table

import (
	"quadrille/internal/player"
	"quadrille/rules"
)

// RecentKept is the number of notable events that a view contains.
const RecentKept = 32

// Notable is an event that the people at a table should learn of, even if they missed the view
// that followed it. Package fold computes notable events from the log; they are not stored.
type Notable struct {
	Number int // number of the event in the log; one event can cause several notable events
	Kind   NotableKind
	Seat   rules.Seat        // the seat that it concerns; NoSeat if there is none
	Player player.Player     // the person whom it concerns, as a rule the player of Seat at that time
	By     player.Player     // who caused it; zero for the table and for an opponent whose seat is BySeat
	BySeat rules.Seat        // the seat that caused it; NoSeat if there is none
	Seats  rules.Seats       // the winners of a game
	How    rules.Termination // how a game ended, or how a seat was eliminated
	Move   int               // number of actions in the game after the event
	Text   string            // a reason, the choice in a vote, or a move in the notation of the game
	Table  ID                // the table of a rematch
	Rotate bool              // whether the offered rematch changes the seats
}

// NotableKind is the kind of a notable event.
type NotableKind uint8

// The kinds of notable events. The comments name the fields that are set.
const (
	GameStarted     NotableKind = iota + 1
	SeatMated                   // Seat, Player, BySeat: the seat is in checkmate, but still in the game
	SeatReleased                // Seat, Player: the seat is no longer in checkmate
	SeatOut                     // Seat, Player, BySeat, How: the seat was eliminated
	GameWon                     // Seat (of the last action), Seats, How: some seats won
	GameDrawn                   // Seat, How
	GameAborted                 // By, or Seat and Player who did not move in time
	GameClosed                  // the table was closed without a result
	GameAdjudicated             // By, Text, Seats: a moderator ended the game

	SeatReplaced  // Seat, Player (the former player), By (the new one)
	SeatVacated   // Seat, Player: the seat was opened to others by vote
	SeatForfeited // Seat, Player: the other players resigned for the seat by vote
	SeatRemoved   // Seat, Player, By, Text: the host or a moderator removed a player
	PersonMuted   // Player, By
	PersonUnmuted // Player, By

	DrawOffer     // By
	DrawAccept    // By
	DrawDecline   // By; Player made the offer
	DrawWithdraw  // By
	DrawLapse     // Player made the offer; not all players accepted it in time
	TakebackOffer // By, Text (the first of the moves)
	TakebackAccept
	TakebackDecline // By; Player made the offer
	TakebackWithdraw
	TakebackLapse // Player made the offer
	MovesTakenBack

	ResignOffer    // Seat, By: a player proposes that their team resign; only for the team
	ResignDecline  // Seat, By
	ResignWithdraw // Seat, By
	VoteCast       // By, Text
	VoteWithdrawn  // By
	WaitAgreed
	GameAdjourned
	GameContinued
	PlayerLeft     // Player
	PlayerReturned // Player
	PremoveDrop    // Seat, Player: a premove was not legal; only for the player

	RematchOffer    // By, Rotate
	RematchAccept   // By, Rotate
	RematchDecline  // By
	RematchWithdraw // By
	RematchOpen     // Table
)

var notableNames = [...]string{
	GameStarted: "game-started", SeatMated: "checkmated", SeatReleased: "released", SeatOut: "eliminated",
	GameWon: "won", GameDrawn: "drawn", GameAborted: "aborted", GameClosed: "closed", GameAdjudicated: "adjudicated",
	SeatReplaced: "replaced", SeatVacated: "seat-opened", SeatForfeited: "forfeited", SeatRemoved: "removed",
	PersonMuted: "muted", PersonUnmuted: "unmuted",
	DrawOffer: "draw-offered", DrawAccept: "draw-accepted", DrawDecline: "draw-declined", DrawWithdraw: "draw-withdrawn",
	DrawLapse: "draw-lapsed", TakebackOffer: "takeback-offered", TakebackAccept: "takeback-accepted",
	TakebackDecline: "takeback-declined", TakebackWithdraw: "takeback-withdrawn", TakebackLapse: "takeback-lapsed",
	MovesTakenBack: "taken-back",
	ResignOffer:    "resignation-proposed", ResignDecline: "resignation-declined", ResignWithdraw: "resignation-withdrawn",
	VoteCast: "voted", VoteWithdrawn: "vote-withdrawn", WaitAgreed: "wait-extended", GameAdjourned: "adjourned",
	GameContinued: "continued", PlayerLeft: "left", PlayerReturned: "returned", PremoveDrop: "premove-dropped",
	RematchOffer: "rematch-offered", RematchAccept: "rematch-accepted", RematchDecline: "rematch-declined",
	RematchWithdraw: "rematch-withdrawn", RematchOpen: "rematch-opened",
}

// String returns the name of the kind in the JSON API.
func (k NotableKind) String() string { return notableNames[k] }
