package decide

import "testing"

// TestLaws runs scripts about what people may do at a table. The name of a script begins with the paragraph of the rules, if there is one.
func TestLaws(t *testing.T) {
	for _, s := range []struct{ name, terms, text string }{
		{"a game starts when all are ready", "chess4", `
			Ann: ready ! not-seated
			Ann: sit white
			Bob: sit silver
			Ann: sit black
			Cyd: sit gold
			Ann: ready > readied white | readied black
			Bob: ready
			Bob: unready > unreadied silver
			Cyd: ready > readied gold
			Ann: move m7-k7 ! not-started
			Ann: draw ! not-started
			Bob: ready > readied silver | started
			= turn white
			Ann as white: stand ! already-started
			Ann: unready ! already-started
			Dee: sit ! already-started
		`},
		{"C23 seats without an army are closed", "chess4 armies=silver,gold", `
			Ann: sit white ! no-such-seat
			Ann: sit > seated silver Ann
			Bob: sit > seated gold Bob
			Bob: ready
			Ann: ready > readied silver | started
			= turn silver
		`},
		{"a player who left games loses the seat at a table of another person", "chess4", `
			Hal: sit white
			Bob: sit silver
			Cyd: sit black
			Dee: sit gold
			Hal: ready
			Bob: ready
			Cyd: ready
			Bob, server: pause-pairing
			Bob: ready ! pairing-paused
			Dee: ready > unseated silver | readied gold
		`},
		{"a host who left games keeps the seat", "chess4", `
			Hal: sit white
			Bob: sit silver
			Cyd: sit black
			Dee: sit gold
			Hal: ready
			Bob: ready
			Cyd: ready
			Hal, server: pause-pairing
			Hal: ready > nothing
			Dee: ready > readied gold | started
		`},
		{"a player who left games joins no public table", "chess4", `
			Ann: sit white
			Eve: sit black
			Eve, server: pause-pairing
			Eve: sit silver ! pairing-paused
			Bob: sit silver > unseated black | seated silver Bob
		`},
		{"a player who left games takes no vacant seat", "chess4", `
			start Ann Bob Cyd Dee
			Bob disconnects
			+5m
			Ann: vote replace
			Cyd: vote replace
			Eve, server: pause-pairing
			Eve: sit silver ! pairing-paused
			Sue: sit silver > replaced silver Sue
		`},
		{"a player who left games accepts an invitation", "chess4", `
			Eve, server: pause-pairing
			Eve, server: invite
			Eve: sit silver > seated silver Eve
		`},
		{"a player who left games joins a private table", "chess4 private", `
			Eve, server: pause-pairing
			Eve: sit silver > seated silver Eve
		`},
		{"a player who left games joins a board of an evening", "chess4 evening", `
			Eve, server: pause-pairing
			Eve: sit silver > seated silver Eve
		`},
		{"a player who left games joins a game by correspondence", "chess4 clock=3d", `
			Eve, server: pause-pairing
			Eve: sit silver > seated silver Eve | readied silver
		`},
		{"a table without players closes", "chess4", `
			Hal, server: close-unseated > closed action=abandoned
			Hal, server: close ! already-started
			Hal, server: close-empty ! already-started
			Ann: sit ! game-over
		`},
		{"a table in use stays open", "chess4", `
			Ann: sit white
			Hal, server: close-unseated > nothing
			Hal, server: close-empty ! in-use
			Ann disconnects
			Hal, server: close-empty > closed action=abandoned
		`},
		{"a person may have two seats", "chess4 seats=2", `
			Ann: sit white
			Ann: sit black
			Ann: sit gold ! too-many-seats
			Ann: sit black > nothing
			Ann as white: stand > unseated white
			Ann: sit gold > seated gold Ann
		`},
		{"a person with one seat changes it", "chess4 seats=1", `
			Ann: sit white
			Bob: sit gold
			Ann: sit black > unseated white | seated black Ann
			Ann: sit gold ! seat-taken
		`},
		{"a person has one seat of a rated game", "chess4 rated", `
			Ann: sit white
			Guest: sit silver ! accounts-only
			Ann: sit black > unseated white | seated black Ann
			Mod, server: assign Ann Bob Cyd Guest ! accounts-only
		`},
		{"a host removes people who are not ready", "chess4", `
			Hal: sit white
			Bob: sit silver
			Cyd: sit black
			Dee: sit gold
			Bob: ready
			Dee: ready
			Dee disconnects
			Bob: unseat black ! host-only
			Hal: unseat silver ! player-ready
			Hal: unseat white ! player-ready
			Hal: unseat black > unseated black Hal
			Hal: unseat black > nothing
			Hal: unseat gold > unseated gold Hal
			Cyd: sit ! removed-from-seat
			+59s
			Cyd: sit ! removed-from-seat
			+1s
			Cyd: sit > seated black Cyd
		`},
		{"a moderator removes a player who is ready", "verney", `
			Bob: sit white
			Bob: ready
			Mod, server: remove Bob rude > unseated white Mod text=rude
			Bob: sit white ! removed-from-seat
			Mod, server: remove Dee rude ! no-such-player
			start Ann Cyd
			Mod, server: remove Ann rude ! already-started
			Mod, server: adjudicate nobody rude
			Mod, server: remove Ann rude ! game-over
		`},
		{"an evening reserves seats", "chess4 evening seats=1", `
			Sue: sit black
			Mod, server: assign Ann Bob Cyd Dee
			Mod, server: assign Ann Bob Cyd Dee > nothing
			Cyd: stand
			Sue: sit black ! seat-reserved
			Sue: sit ! full
			Ann: sit black ! seat-reserved
			Cyd: sit > seated black Cyd
			Ann: ready
			Mod, server: assign Ann Bob Sue Dee > unseated black | reserved black Sue | seated black Sue
			Cyd: sit ! full
			Bob: ready
			Sue: ready
			Dee: ready > readied gold | started
			Mod, server: assign Ann Bob Cyd Dee ! already-started
		`},
		{"an evening assigns only seats of the game", "chess4 evening armies=white,black", `
			Mod, server: assign Ann Bob Cyd Dee ! no-such-seat
		`},
		{"a private table admits people", "chess4 private", `
			Hal, server: admit Eve > admitted Hal @Eve
			Hal, server: admit Eve > nothing
			Mod, server: adjudicate nobody late
			Hal, server: admit Sue ! game-over
		`},
		{"a moderator decides a game", "verney", `
			Mod, server: adjudicate yellow late ! not-started
			start Ann Bob Cyd Dee
			Mod, server: adjudicate yellow ! the text is empty; write at least one letter
			Mod, server: adjudicate yellow "they left\x1b[2J early" ! bad-character
			Mod, server: adjudicate yellow,white left early > adjudicated Mod action=yellow_white text=left early
				| closed action=adjudication text=yellow white
			= scores [6 0 6 0]
			Mod, server: adjudicate red late ! game-over
		`},
		{"a moderator ends a game without a result", "verney", `
			start Ann Bob Cyd Dee
			Mod, server: adjudicate nobody one person > adjudicated Mod action=nobody text=one person | closed action=abandoned
		`},
		{"a moderator decides for players in the game", "chess4", `
			start Ann Bob Cyd Dee
			Ann: resign
			Mod, server: adjudicate white late ! already-eliminated
			Mod, server: adjudicate silver,gold late > adjudicated Mod action=silver_gold text=late | closed action=adjudication
			= scores [0 15 6 15]
		`},
		{"a game of two is aborted before all have moved", "chess4 fair rated clock=5+10", `
			start Ann Bob Cyd Dee
			moves m7-k7 j1-k3 b8-d8
			Eve: abort ! not-seated
			Ann: abort > aborted Ann | closed action=aborted
			Ann: abort ! game-over
		`},
		{"an eliminated player cannot abort, and is not waited for", "chess4 fair", `
			start Ann Bob Cyd Dee
			moves m7-k7 j1-k3 b8-d8 resign
			Dee: abort ! eliminated
			Ann: abort ! all-have-moved
		`},
		{"a first move that is too late aborts the game", "chess4 fair clock=5+10", `
			start Ann Bob Cyd Dee
			moves m7-k7
			= due 2m0s
			+2m0.099999999s > heartbeat
			+1ns > aborted silver | closed action=aborted
		`},
		{"first moves in time", "chess4 fair clock=5+10", `
			start Ann Bob Cyd Dee
			+119s
			moves m7-k7
			+119s
			moves j1-k3
			+119s
			moves b8-d8
			+119s
			moves h13-h11
			= due 3m11s
			+3m11.1s > flagged white
		`},
		{"a first move by correspondence has the time of a move", "chess4 fair clock=1d", `
			Ann: sit white
			Bob: sit silver
			Cyd: sit black
			Dee: sit gold > seated gold Dee | readied gold | started
			= due 24h0m0s
			+23h59m59s > nothing
			+1.1s > aborted white | closed action=aborted
		`},
		{"a takeback of a first move permits to abort again", "chess4 fair", `
			start Ann Bob Cyd Dee
			moves m7-k7 j1-k3 b8-d8 h13-h11
			Dee: takeback
			Ann: accept takeback
			Bob: accept takeback
			Cyd: accept takeback > takeback-accepted Cyd | taken-back to=3
			Dee: abort > aborted Dee | closed action=aborted
		`},
		{"an old table cannot be aborted", "chess4 clock=5+10", `
			start Ann Bob Cyd Dee
			Ann: abort ! cannot-abort
			+2m1s > heartbeat
			= due 2m59s
			+2m59.1s > flagged white
		`},

		{"G3 players move in turn", "chess4", `
			start Ann Bob
			Sue: move m7-k7 ! not-seated
			Bob as white: move m7-k7 ! not-your-seat
			Bob as silver: move m7-k7 ! not-your-turn
			Bob: move m7-k7 ! not-your-turn
			Ann as black: move m7-k7 ! not-your-turn
			Ann as white: move n7-n5 ! blocked
			Ann: move draw:claim ! no-claim
			Ann: move m7-k7
			= turn silver
		`},
		{"a refusal names the seat in play", "chess4 seats=2", `
			start Ann Bob Ann Dee
			Ann as white: resign
			Ann: move b8-d8 ! it is not black's turn; silver is to move
			Ann as black: resign
			Ann: move b8-d8 ! white has been out of the game since it resigned
			Ann as white: resign ! white has been out of the game since it resigned
			Ann as white: premove m7-k7 ! white has been out of the game since it resigned
		`},
		{"G5 a player resigns out of turn", "chess4", `
			start Ann Bob Cyd Dee
			Ann as black: resign ! not-your-seat
			Cyd: resign > acted black action=black:resign
			Cyd: resign ! not-in-game
			Cyd as black: resign ! not-in-game
			= turn white
			Ann: resign > acted white action=resign
			Ann: move m7-k7 ! not-in-game
			Dee: resign > acted gold action=gold:resign | closed action=resignation text=silver
		`},
		{"G5 a team resigns if both partners agree", "verney", `
			Ann: play on ! not-started
			start Ann Bob Cyd Dee
			Ann as white: resign ! not-your-seat
			Ann: resign > resignation-proposed yellow
			Ann: resign > nothing
			Bob: resign > resignation-proposed red
			Cyd: resign > acted white action=white:resign | closed action=resignation text=red black
		`},
		{"G5 a player with both seats of a team resigns at once", "quadrochess", `
			start Ann Bob Bob Ann
			Bob as black-a: resign > acted black-a action=black-a:resign | closed action=resignation text=white-a white-b
		`},
		{"G5 a player with both seats needs nobody, the other team does", "verney", `
			start Ann Bob Ann Dee
			Bob: resign > resignation-proposed red
			Ann as white: resign > acted white action=white:resign | closed action=resignation text=red black
		`},
		{"G5 a player of a free-for-all resigns at once", "forchess cutthroat=on", `
			start Ann Bob Cyd Dee
			Cyd: resign > acted northeast action=northeast:resign
			Ann: play on ! no-proposal
		`},
		{"G5 a resignation is rejected", "verney", `
			start Ann Bob Cyd Dee
			Ann: play on ! no-proposal
			Sue: play on ! not-seated
			Ann: resign
			Bob: resign
			Ann: play on > resignation-rejected yellow
			Ann: play on ! no-proposal
			Ann: resign
			Cyd: play on > resignation-rejected white
			Cyd: play on ! no-proposal
			Dee: play on > resignation-rejected black
		`},
		{"G5 a proposal to resign lapses after a round", "verney", `
			start Ann Bob Cyd Dee
			moves h2-h3
			Ann: resign
			moves b8-c8 g13-g12 m7-l7 i1-a9
			Cyd: resign > resignation-proposed white
		`},
		{"G5 a proposal to resign stands during a round", "verney", `
			start Ann Bob Cyd Dee
			moves h2-h3
			Ann: resign
			moves b8-c8 g13-g12 m7-l7
			Cyd: resign > acted white action=white:resign | closed action=resignation text=red black
		`},
		{"G5 an eliminated partner has no vote", "forchess", `
			start Ann Bob Cyd Dee
			moves c2-e3 b6-a4 e5-d5 f2-e3 a3-c2 a4-b2 g5-g4 e3-d4 b3-a4 b2-d1 f7-e5 d4-a1
			Ann: resign ! not-in-game
			Cyd: resign > acted northeast action=northeast:resign | closed action=resignation text=northwest southeast
		`},
		{"G5 a proposal takes effect when the partner is eliminated", "forchess", `
			start Ann Bob Cyd Dee
			moves c2-e3 b6-a4 e5-d5 f2-e3 a3-c2 a4-b2 g5-g4 e3-d4 b3-a4 b2-d1 f7-e5
			Cyd: resign > resignation-proposed northeast
			Dee: move d4-a1 > acted southeast action=d4-a1 | acted northeast action=northeast:resign
				| closed action=resignation text=northwest southeast
		`},
		{"G5 a proposal ends when the player is eliminated", "forchess", `
			start Ann Bob Cyd Dee
			moves c2-e3 b6-a4 e5-d5 f2-e3 a3-c2 a4-b2 g5-g4 e3-d4 b3-a4 b2-d1 f7-e5
			Ann: resign > resignation-proposed southwest
			Dee: move d4-a1 > acted southeast action=d4-a1
			Cyd: play on ! no-proposal
		`},
		{"G5 a resignation needs no partner who is away", "forchess", `
			start Ann Bob Cyd Dee
			Dee disconnects
			+2m > left Dee spent=2m0s
			Ann: vote replace
			Bob: vote replace > voted Bob action=replace | vacated southeast
			Bob: resign > acted northwest action=northwest:resign | closed action=resignation text=southwest northeast
		`},

		{"G4.1 a draw needs all players", "chess4", `
			start Ann Bob Cyd Dee
			Ann: accept ! no-draw-offer
			Ann: decline ! no-draw-offer
			Sue: draw ! not-seated
			Cyd: draw > draw-offered Cyd
			Cyd: draw > nothing
			moves m7-k7
			Ann: accept > draw-accepted Ann
			Bob: draw > draw-accepted Bob
			Dee: accept > draw-accepted Dee | draw-agreed | closed action=agreement
		`},
		{"G4.1 a player accepts a draw for all seats", "chess4", `
			start Ann Bob
			Ann: draw
			Bob: accept > draw-accepted Bob | draw-agreed | closed action=agreement
		`},
		{"G4.1 a player with all seats needs no consent to a draw", "chess4", `
			start Ann
			Ann: draw > draw-offered Ann | draw-agreed | closed action=agreement
		`},
		{"G4.1 a draw offer lapses after a round", "chess4", `
			start Ann Bob Cyd Dee
			moves m7-k7
			Dee: draw
			moves j1-k3 b8-d8 h13-h11
			Bob: accept
			moves n6-k9
			Ann: accept ! no-draw-offer
		`},
		{"G4.1 a draw offer lapses past an eliminated seat", "chess4", `
			start Ann Bob Cyd Dee
			Bob: draw
			moves resign j1-k3 b8-d8
			Cyd: accept
			moves h13-h11
			Cyd: accept ! no-draw-offer
		`},
		{"G4.1 an eliminated player has no vote on a draw", "chess4", `
			start Ann Bob Cyd Dee
			moves resign
			Ann: draw ! eliminated
			Bob: draw
			Ann: accept ! eliminated
			Ann: decline ! eliminated
			Cyd: accept
			Dee: resign > acted gold action=gold:resign | draw-agreed | closed action=agreement
		`},
		{"G4.2 a player claims a draw by repetition", "chess4", `
			start Ann Bob Cyd Dee
			moves n5-l6 e1-f3 a5-c6 e14-f12 l6-n5 f3-e1 c6-a5 f12-e14
			moves n5-l6 e1-f3 a5-c6 e14-f12 l6-n5 f3-e1 c6-a5
			Dee: move draw:claim ! no-claim
			moves f12-e14
			Bob: move draw:claim ! not-your-turn
			Ann: move draw:claim > acted white action=draw:claim | closed action=repetition
		`},

		{"G6 a clock runs for the player to move", "chess4 clock=5+10", `
			+1h
			start Ann Bob Cyd Dee
			+90s
			moves m7-k7
			+3s
			= left 3m40s 5m0s 5m0s 5m0s
			= due 4m57s
		`},
		{"G6 a game without a clock has no deadline", "chess4", `
			start Ann Bob Cyd Dee
			+1000h > nothing
		`},
		{"G6 a seat loses on time", "chess4 clock=5+10", `
			start Ann Bob Cyd Dee
			+5m0.099999999s > heartbeat
			+1ns > flagged white
			= turn silver
			= left 0s 5m0s 5m0s 5m0s
			= due 5m0s
			+5m0.1s > flagged silver
			+5m0.1s > flagged black | closed action=flag text=gold
		`},
		{"G6 a resignation out of turn leaves the clock running", "chess4 clock=5+10", `
			start Ann Bob Cyd Dee
			+20s
			Cyd: resign
			+20s
			moves m7-k7
			= left 4m30s 5m0s 5m0s 5m0s
			+1s
			moves resign
			= turn gold
			= due 5m0s
		`},
		{"G6 a delay costs nothing", "chess4 clock=5d10", `
			start Ann Bob Cyd Dee
			+4s
			moves m7-k7
			+25s
			moves j1-k3
			= left 5m0s 4m45s 5m0s 5m0s
			= due 5m10s
			+5m10.099999999s > heartbeat
			+1ns > flagged black
		`},
		{"a move of a touched piece resumes a paused clock", "chess4 touch clock=5+0", `
			start Ann Bob Cyd Dee
			+1m
			Hal, server: pause > paused spent=1m0s
			Ann: lift m7 > resumed | lifted white action=m7
			= due 4m0s
			+4m0.1s > flagged white
			= lifted none
		`},
		{"an outage takes no time", "chess4 clock=5+10", `
			start Ann Bob Cyd Dee
			+1m
			Hal, server: outage 20s > paused spent=40s text=stall | resumed
			= due 4m20s
		`},
		{"an outage takes no time by correspondence", "chess4 clock=3d", `
			start Ann Bob Cyd Dee
			+1h
			Hal, server: outage 20m > paused spent=40m0s | resumed
			= due 71h20m0s
		`},
		{"a game without players is closed", "chess4", `
			start Ann Bob
			Ann disconnects
			Bob disconnects
			+30s > left Ann spent=30s | left Bob spent=30s
			Hal, server: abandon > closed action=abandoned
		`},
		{"a move resumes a paused clock", "chess4 clock=5+10", `
			start Ann Bob Cyd Dee
			Ann disconnects
			+1m
			Hal, server: pause > paused spent=1m0s
			Hal, server: pause > nothing
			Ann: move m7-k7 > returned Ann | resumed | acted white action=m7-k7
			= left 4m10s 5m0s 5m0s 5m0s
		`},
		{"players by correspondence need not be there", "chess4 clock=3d", `
			Ann: sit white > seated white Ann | readied white
			Ann disconnects
			+2400h > nothing
			Bob: sit silver
			Cyd: sit black
			Dee: sit gold
			Hal, server: pause > nothing
			= due 72h0m0s
			+24h
			moves m7-k7
			Bob disconnects
			+71h > nothing
			Ann: vote replace ! nobody-away
			moves j1-k3
			= left 72h0m0s 72h0m0s 72h0m0s 72h0m0s
			+72h0m0.1s > flagged black
		`},
		{"a vacation stops a clock by correspondence", "chess4 clock=3d", `
			Ann: sit white
			Bob: sit silver
			Cyd: sit black
			Dee: sit gold
			Ann, server: vacation 240h > vacation-started Ann until=240h0m0s
			Ann, server: vacation 240h > nothing
			= due 312h0m0s
			+1h
			Ann, server: vacation 0s > vacation-ended Ann
			= due 72h0m0s
			Eve, server: vacation 240h > nothing
		`},

		{"a premove costs no time", "chess4 clock=5+10", `
			start Ann Bob Cyd Dee
			Bob: premove j1-k3 > premoved silver action=j1-k3
			Cyd: premove b8-d8
			+20s
			Ann: move m7-k7 > acted white action=m7-k7 spent=20s | acted silver action=j1-k3 | acted black action=b8-d8
			= left 4m50s 5m10s 5m10s 5m0s
		`},
		{"an illegal premove is dropped", "chess4 clock=5+10", `
			start Ann Bob Cyd Dee
			Bob: premove j1-k5
			Ann: move m7-k7 > acted white action=m7-k7 | premove-dropped silver
			+3s
			moves j1-k3
			= left 5m10s 5m7s 5m0s 5m0s
		`},
		{"a premove is for a piece and a seat of the player", "chess4", `
			start Ann Bob
			Ann as white: premove m7-k7 ! your-turn
			Ann as silver: premove j1-k3 ! not-your-seat
			Bob as silver: premove m7-k7 ! premove-not-your-piece
			Bob as silver: premove g7-g8 ! premove-not-your-piece
			Bob as silver: premove j1-k3
			Bob as silver: premove i1-k3 > premoved silver action=i1-k3
			Bob as silver: premove j1-k3
			Bob as gold: premove g13-g11
			Bob as gold: cancel premove > premove-cancelled gold
			Bob: cancel premove > premove-cancelled silver
			Bob as silver: premove j1-k3
			Ann: move m7-k7 > acted white action=m7-k7 | acted silver action=j1-k3
			Bob: cancel premove ! no-premove
		`},
		{"a resignation cancels a premove", "chess4", `
			start Ann Bob Cyd Dee
			Bob: premove j1-k3
			Bob: resign
			Ann: move m7-k7 > acted white action=m7-k7
			= turn black
		`},

		{"a takeback needs all players", "chess4 clock=5+10", `
			start Ann Bob Cyd Dee
			+10s
			moves m7-k7
			+20s
			moves j1-k3
			+5s
			moves b8-d8
			Bob: takeback > takeback-offered Bob to=1
			Bob: accept takeback > nothing
			Ann: accept takeback
			Dee: accept takeback
			+1s
			Cyd: accept takeback > takeback-accepted Cyd | taken-back to=1
			= turn silver
			= left 5m0s 5m0s 5m0s 5m0s
			= due 5m0s
			moves j1-k3 b8-d8
		`},
		{"a takeback offer lapses after a round, and by a resignation", "chess4", `
			start Ann Bob Cyd Dee
			moves m7-k7
			Ann: takeback
			moves j1-k3 b8-d8 h13-h11
			Bob: accept takeback
			moves n6-k9
			Bob: accept takeback ! no-takeback-offer
			Bob: takeback > takeback-offered Bob to=1
			Dee: resign
			Ann: accept takeback ! no-takeback-offer
			Bob: takeback ! nothing-to-take-back
		`},
		{"one player takes back without an answer", "chess4", `
			start Ann
			moves m7-k7 j1-k3
			Ann: takeback > takeback-offered Ann to=1 | taken-back to=1
			Ann: takeback > takeback-offered Ann | taken-back
			= turn white
			Ann: takeback ! nothing-to-take-back
		`},
		{"a takeback ends offers, proposals and premoves", "chess4 teams=on", `
			start Ann Bob Cyd Dee
			moves m7-k7 j1-k3
			Dee: premove g13-g11
			Dee: draw
			Dee: resign
			Bob: takeback
			Ann: accept takeback
			Cyd: accept takeback
			Dee: accept takeback > takeback-accepted Dee | taken-back to=1
			Dee: accept ! no-draw-offer
			Dee: play on ! no-proposal
			Dee: cancel premove ! no-premove
		`},

		{"V25 a lifted piece must move", "verney touch", `
			Ann: lift e1 ! not-started
			start Ann Bob Cyd Dee
			Ann: lift d1 ! cannot-lift
			Ann: lift h8 ! cannot-lift
			Ann: lift d13 ! cannot-lift
			Ann: lift b7 ! cannot-lift
			Ann: lift e1 > lifted yellow action=e1
			Ann: move d2-d3 ! you touched the knight on e1, so it must move
			Ann: lift d2 ! must-move-lifted
			Ann: lift e1 > nothing
			Ann: move e1-e5 ! cannot-move
			= lifted e1
			moves e1-f3
			= lifted none
			moves a10-c9
			Cyd: lift d13
			moves d13-d12
		`},
		{"V25 players resign with a lifted piece", "chess4 touch", `
			start Ann Bob Cyd Dee
			moves n5-l6 e1-f3 a5-c6 e14-f12 l6-n5 f3-e1 c6-a5 f12-e14
			moves n5-l6 e1-f3 a5-c6 e14-f12 l6-n5 f3-e1 c6-a5 f12-e14
			Ann: lift n5
			Cyd: draw
			Bob: resign
			= lifted n5
			Ann: move m7-k7 ! must-move-lifted
			moves resign
			= lifted none
			moves a5-c6 e14-f12
		`},
		{"V25 players claim a draw with a lifted piece", "chess4 touch", `
			start Ann Bob Cyd Dee
			moves n5-l6 e1-f3 a5-c6 e14-f12 l6-n5 f3-e1 c6-a5 f12-e14
			moves n5-l6 e1-f3 a5-c6 e14-f12 l6-n5 f3-e1 c6-a5 f12-e14
			Ann: lift n5
			moves draw:claim
			= lifted none
		`},
		{"V25 a lifted piece that can no longer move is put down", "forchess cutthroat=on touch at=testdata/pinned.txt", `
			start Ann Bob Cyd Dee
			Ann: lift a1 ! cannot-lift
			Ann: lift a2
			Cyd: resign
			= lifted none
			Ann: lift a2 ! cannot-lift
			Ann: lift a1
			moves a1-b1
		`},

		{"an adjourned game resumes when all return", "chess4 clock=5+10", `
			start Ann Bob Cyd Dee
			Bob: vote wait ! nobody-away
			Bob: vote resume ! not-adjourned
			Ann disconnects
			+30s > heartbeat | left Ann spent=30s
			Bob: vote adjourn > voted Bob action=adjourn
			Cyd: vote adjourn > voted Cyd action=adjourn | adjourned spent=30s
			= left 4m30s 5m0s 5m0s 5m0s
			+2h > nothing
			Cyd: vote end ! adjourned
			Ann connects > returned Ann | continued
			= due 4m30s
		`},
		{"nobody moves while a game is adjourned", "verney touch", `
			start Ann Bob Cyd Dee
			Ann: vote adjourn > voted Ann action=adjourn
			Bob: vote adjourn > voted Bob action=adjourn
			Cyd: vote adjourn > voted Cyd action=adjourn
			Dee: vote adjourn > voted Dee action=adjourn | adjourned
			Ann: move e1-f3 ! adjourned
			Ann: lift e1 ! adjourned
			+24h
			Bob: vote resume > voted Bob action=resume
			Cyd: vote resume > voted Cyd action=resume
			Dee: vote resume > voted Dee action=resume | continued
			Ann: move e1-f3
		`},
		{"nobody enters a move or takes back while a game is adjourned", "chess4", `
			start Ann
			moves m7-k7
			Ann: vote adjourn
			Ann: premove b8-d8 ! adjourned
			Ann: takeback ! adjourned
			Ann: accept takeback ! adjourned
		`},
		{"a single player resumes after a week", "chess4", `
			start Ann Bob Cyd Dee
			Ann: vote adjourn
			Bob: vote adjourn
			Cyd: vote adjourn
			Dee: vote adjourn > voted Dee action=adjourn | adjourned
			Bob disconnects
			Cyd disconnects
			Dee disconnects
			+1h > left Bob spent=1h0m0s | left Cyd spent=1h0m0s | left Dee spent=1h0m0s
			+166h59m59.999999999s
			Ann: vote resume > voted Ann action=resume
			+1ns
			Ann: vote resume > continued
		`},
		{"people replace a player who is away long", "chess4 chat", `
			start Ann Bob Cyd Dee
			moves m7-k7 j1-k3 b8-d8
			Sue: sit gold ! already-started
			Dee disconnects
			+30s
			Ann: vote replace ! not-away-long
			+90s
			Ann: vote replace
			Bob: vote replace > voted Bob action=replace | vacated gold
			Ann: sit gold ! already-playing
			Sue: sit > replaced gold Sue
			Dee: chat ask me ! chat-closed
			moves h13-h11
			Dee: move m8-k8 ! not-seated
		`},
		{"a player who returns keeps the seat", "chess4", `
			start Ann Bob Cyd Dee
			Dee disconnects
			+2m
			Ann: vote replace
			Bob: vote replace > voted Bob action=replace | vacated gold
			Dee connects > returned Dee
			Sue: sit gold ! already-started
		`},
		{"a command ends an absence", "chess4", `
			start Ann Bob Cyd Dee
			Ann disconnects
			+30s > left Ann spent=30s
			Ann: move m7-k7 > returned Ann | acted white action=m7-k7
		`},
		{"a short absence is none", "chess4", `
			start Ann Bob Cyd Dee
			Dee disconnects
			+29.999999999s > nothing
			+1ns > left Dee spent=30s
		`},
		{"G5 the others resign for a player who is away", "chess4", `
			start Ann Bob Cyd Dee
			Dee disconnects
			+2m
			Ann: vote end > voted Ann action=end
			Ann: vote wait > voted Ann action=wait
			Bob: vote end > voted Bob action=end
			Cyd: vote end > voted Cyd action=end | forfeited gold
			Dee: vote adjourn ! eliminated
		`},
		{"G5 a vote to resign for a player needs the partner", "forchess", `
			start Ann Bob Cyd Dee
			Dee disconnects
			+2m
			Ann: vote end
			Cyd: vote end > voted Cyd action=end
			Bob: vote end > voted Bob action=end | forfeited southeast | closed action=resignation text=southwest northeast
		`},
		{"a departure decides a vote, which ends the game", "chess4 teams=on", `
			start Ann Bob Cyd Dee
			Ann disconnects
			Cyd disconnects
			+2m1s > left Ann spent=2m1s | left Cyd spent=2m1s
			Bob: vote end > voted Bob action=end
			Dee disconnects
			+30s > left Dee spent=30s | forfeited white | closed action=resignation text=silver gold
		`},
		{"a vote to wait restarts the time of an absence", "chess4", `
			start Ann Bob
			Bob disconnects
			+2m
			Ann: vote wait > voted Ann action=wait | wait-extended
			Ann: vote end ! not-away-long
			+1m59.999999999s
			Ann: vote end ! not-away-long
			+1ns
			Ann: vote end > voted Ann action=end | forfeited silver | forfeited gold
		`},
		{"a player with two seats has one vote", "chess4", `
			start Ann Ann Bob Cyd
			Cyd disconnects
			+30s
			Ann: vote adjourn > voted Ann action=adjourn
			Bob: vote adjourn > voted Bob action=adjourn | adjourned
		`},
		{"readiness ends by an absence", "chess4", `
			Ann: sit white
			Ann: ready
			Bob: sit silver
			Bob: ready
			Ann disconnects
			+29s > nothing
			+1s > unreadied white
			Cyd: sit black
			Cyd: ready
			Dee: sit gold
			Dee: ready > readied gold
			Ann connects
			Ann: ready > readied white | started
		`},
		{"readiness at an evening needs nobody there", "chess4 evening", `
			Ann: sit white
			Ann: ready
			Ann disconnects
			+1h > nothing
		`},

		{"V24 players cannot chat during a game without chat", "verney", `
			Sue: chat may I watch? > chatted Sue text=may I watch?
			start Ann Bob Cyd Dee
			Ann: chat take the rook ! chat-closed
			Sue: chat White should take the rook > spectator-chatted Sue text=White should take the rook
			Ann: resign
			Cyd: resign
			Ann: chat the rook! > chatted Ann text=the rook!
			Sue: chat yes > chatted Sue text=yes
		`},
		{"Q14 chat needs the consent of all", "quadrochess chat", `
			Ann: accept chat ! not-seated
			Ann: sit white-a
			Ann: accept chat > chat-accepted Ann
			Ann: accept chat > nothing
			Bob: sit black-a
			Bob: accept chat
			Cyd: sit black-b
			Cyd: accept chat
			Dee: sit white-b
			Dee: accept chat
			Ann: ready
			Bob: ready
			Cyd: ready
			Dee: ready > readied white-b | started
			Dee: accept chat ! already-started
			Ann: chat hm > chatted Ann text=hm
		`},
		{"Q14 chat is off if one player does not consent", "quadrochess chat", `
			start Ann Bob Cyd Dee
			Ann: chat hm ! chat-closed
		`},
		{"Q14 consent to chat can be withdrawn, and does not pass to a new player", "quadrochess chat", `
			Ann: sit white-a
			Ann: accept chat
			Ann: decline chat > chat-declined Ann
			Ann: decline chat > nothing
			Ann: accept chat
			Ann: stand
			Sue: sit white-a
			Sue: decline chat > nothing
		`},
		{"chat lines are cleaned and short", "chess4 chat", `
			Ann: chat shall we   trade queens? > chatted Ann text=shall we trade queens?
			Ann: chat "" ! the text is empty; write at least one letter
			Ann: chat "  " ! the text is empty; write at least one letter
			Ann: chat "\x1b[31mred" ! bad-character
			Ann: chat "two\nlines" ! that is more than one line; write one line
			Ann: chat "\u202eback" ! bad-character
			Ann: chat "\xff" ! that is not valid UTF-8; set your terminal to UTF-8
			Ann: chat 301 times x ! that is too long; it can be at most 300 characters wide
			Ann: chat 150 times 山
		`},
		{"chat has a limit for each person", "chess4 chat", `
			start Ann Bob Cyd Dee
			Ann: chat me
			Ann: chat me
			Sue: chat look
			Ann: chat me
			Ann: chat me
			Ann: chat me
			Ann: chat me ! chat-too-fast
			Sue: chat look
			Bob: chat and I?
			+19.999999999s
			Ann: chat me ! chat-too-fast
			+1ns
			Ann: chat me
		`},
		{"a host mutes people", "chess4 chat", `
			start Hal Bob Cyd Dee
			Bob: mute Sue ! host-only
			Hal: mute Hal ! unknown-command
			Hal: mute Sue
			Hal: mute Sue > nothing
			Hal: mute Bob
			Sue: chat boo ! muted
			Bob: chat boo ! muted
			Hal: unmute Bob
			Bob: chat thanks
		`},
		{"a host mutes only people of the own team in team chat", "chess4 teams=on", `
			Ann: team psst ! not-started
			start Hal Bob Cyd Dee
			Sue: team psst ! not-seated
			Hal: mute Cyd
			Hal: mute Bob
			Cyd: team a secret ! muted
			Bob: team our secret > team-chatted silver Bob text=our secret
			Hal: resign
			Cyd: resign
			Bob: team too late ! game-over
		`},
		{"team chat has limits", "chess4 teams=on", `
			start Ann Bob Cyd Dee
			Ann: team a
			Ann: team a
			Ann: team a
			Ann: team a
			Ann: team a
			Ann: team a ! chat-too-fast
			Cyd: team slow down
			+20s
			Ann: team well
		`},
		{"a person with seats in both teams chooses the team", "chess4 teams=on", `
			start Ann Bob Cyd Ann
			Ann: team to Cyd > team-chatted white Ann text=to Cyd
			Ann as gold: team to Bob > team-chatted gold Ann text=to Bob
			Cyd: resign
			Ann: play on > resignation-rejected white
		`},
		{"F19 there is no team chat in Forchess", "forchess chat", `
			start Ann Bob Cyd Dee
			Ann: team psst ! no-team-chat
			Ann: chat shall we trade? > chatted Ann text=shall we trade?
		`},
		{"there is no team chat without teams", "chess4 chat", `
			start Ann Bob Cyd Dee
			Ann: team psst ! no-team-chat
		`},
		{"V24 there is no team chat in Verney", "verney", `
			start Ann Bob Cyd Dee
			Ann: team psst ! no-team-chat
		`},
		{"V24 there is no team chat in Verney with chat", "verney chat", `
			start Ann Bob Cyd Dee
			Ann: team psst ! no-team-chat
		`},
		{"Q14 there is no team chat in Quadrochess", "quadrochess chat", `
			start Ann Bob Cyd Dee
			Ann: team psst ! no-team-chat
		`},
		{"F19 there is no team chat in a free-for-all", "forchess chat cutthroat=on", `
			start Ann Bob Cyd Dee
			Ann: team psst ! no-team-chat
		`},
		{"a player without a partner has no team chat", "chess4 teams=on armies=white,silver,gold", `
			start Ann Bob Dee
			Ann: team psst ! no-team-chat
			Bob: team psst > team-chatted silver Bob text=psst
		`},
		{"the club mutes people", "chess4 club teams=on", `
			Ann, server: mute
			Ann: chat hello ! you are muted in this club until a moderator lifts it; you can watch and play
			start Ann Bob Cyd Dee
			Ann: team psst ! muted-in-club
			Bob: chat hello ! chat-closed
			Cyd, server: mute 2031-05-06
			Cyd: team psst ! you are muted in this club until 2031-05-06 00:00 UTC; you can watch and play
		`},
		{"the club rates members", "verney rated club", `
			Bob, server: unrate
			Ann: sit yellow
			Bob: sit red ! rated-members-only
		`},

		{"a rematch needs all players", "forchess", `
			start Ann Bob Cyd Dee
			Ann: rematch ! not-over
			Mod, server: rematch 9 ! not-over
			Ann: resign
			Cyd: resign
			Sue: rematch ! did-not-play
			Ann: rematch > rematch-offered Ann action=same
			Ann: rematch > nothing
			Bob: rematch
			Cyd: rematch rotate > rematch-offered Cyd action=rotated
			Ann: rematch rotate > rematch-offered Ann action=rotated
			Cyd: decline rematch > rematch-declined Cyd
			Ann: rematch rotate
			Bob: rematch rotate
			Cyd: rematch rotate
			= rematch false
			Dee: rematch rotate
			= rematch true
			Mod, server: rematch 9 > rematch-opened table=9
			= rematch false
			Mod, server: rematch 10 ! has-rematch
			Ann: rematch rotate ! has-rematch
		`},

		{"a table needs a name", "chess4", `
			Nobody: sit ! no-name
			Nobody: chat hello ! no-name
		`},
		{"an account that a program uses is marked when it sits down", "verney club", `
			Auto: chat hello
			Auto: sit yellow
			= marked Auto
			GuestAuto: sit red
		`},
		{"a marked account always sits as one", "verney club", `
			Ann: sit yellow
			Ann, server: mark
			Ann: stand
			Ann: sit yellow
			= marked Ann
		`},
		{"a rated table admits no marked account", "verney rated rates=none", `
			Cyd, server: mark
			Cyd: sit red ! people-only
			Ann: sit yellow
			Ann, server: mark
			Ann: ready ! people-only
		`},
		{"an account marked later loses its seat at a rated table", "chess4 armies=white,black rated rates=bots", `
			Cyd: sit white
			Ann: sit black
			Cyd: ready
			Cyd, server: mark
			Ann: ready > unseated white | readied black
			Cyd: sit white ! people-only
		`},
		{"an account marked later, before the last sits down", "chess4 armies=white,black rated rates=bots clock=3d", `
			Cyd: sit white
			Cyd, server: mark
			Ann: sit black > unseated white | seated black Ann | readied black
		`},
		{"an account marked later, before a bot comes", "chess4 armies=white,black rated rates=bots bots=0", `
			Cyd: sit white
			Cyd: ready
			Cyd, server: mark
			Hal: add bot black 1 > unseated white | seated black Bot1Fir | readied black
		`},
		{"an account marked later, before a bot comes by correspondence", "chess4 armies=white,black rated rates=bots bots=0 clock=3d", `
			Cyd: sit white
			Cyd, server: mark
			Hal: add bot black 1 > unseated white | seated black Bot1Fir | readied black
		`},
		{"a rematch is refused if the club no longer rates bot accounts", "chess4 armies=white,black rated rates=accounts", `
			start Ann Auto
			Ann: resign
			Mod, server: rates nothing
			Ann: rematch ! people-only
			Auto, server: mark
			Ann: rematch > rematch-offered Ann action=same
			Auto, server: mark
			Mod, server: rates accounts
			Auto: rematch > rematch-offered Auto action=same
		`},
		{"a rematch is refused to an account marked later", "chess4 armies=white,black rated rates=accounts", `
			start Ann Bob
			Ann: resign
			Mod, server: rates nothing
			Bob, server: mark
			Ann: rematch ! people-only
			Bob, server: mark
			Ann: rematch > rematch-offered Ann action=same
		`},
		{"a bot replaces a player of an unrated game", "chess4 bots=0", `
			start Ann Bob Cyd Dee
			Dee disconnects
			+10m
			Ann: vote replace
			Bob: vote replace
			Ann: add bot gold 1 > replaced gold Bot1Oak
		`},
		{"a bot replaces a player of a rated game if the club rates bots", "chess4 rated rates=bots bots=0", `
			start Ann Bob Cyd Dee
			Dee disconnects
			+10m
			Ann: vote replace
			Bob: vote replace
			Ann: add bot gold 1 > replaced gold Bot1Oak
		`},
		{"a bot replaces no player of a rated game of people", "chess4 rated rates=none bots=0", `
			start Ann Bob Cyd Dee
			Dee disconnects
			+10m
			Ann: vote replace
			Bob: vote replace
			Ann: add bot gold 1 ! people-only
		`},
		{"bots fill a table when its people are ready", "chess4 bots=1", `
			Mod, server: fill 2 > nothing
			Ann: sit white
			Mod, server: fill 2 > nothing
			Ann: ready > readied white | seated silver Bot1Elm | readied silver | seated black Bot1Fir | readied black
				| seated gold Bot1Oak | readied gold | started
			Mod, server: fill 2 ! already-started
		`},
		{"bots wait until all people are ready", "chess4 bots=2", `
			Ann: sit silver
			Bob: sit gold
			Ann: ready > readied silver
			Bob: ready > readied gold | seated white Bot2Ash | readied white | seated black Bot2Fir | readied black | started
		`},
		{"a game by correspondence starts with its bots", "chess4 armies=white,black bots=1 clock=3d", `
			Ann: sit white > seated white Ann | readied white | seated black Bot1Fir | readied black | started
		`},
		{"a game by correspondence starts with the bot that the host adds", "chess4 armies=white,black bots=0 clock=3d", `
			Ann: sit white > seated white Ann | readied white
			Hal: add bot black 1 > seated black Bot1Fir | readied black | started
		`},
		{"a host adds and removes bots", "chess4 armies=white,black bots=0", `
			Bob: add bot white 3 ! host-only
			Hal: add bot silver 3 ! no-such-seat
			Hal: add bot white 0 ! no-such-level
			Hal: add bot white 11 ! no-such-level
			Hal: add bot 3 > seated white Bot3Ash | readied white
			Bob: unseat white ! host-only
			Hal: unseat white > unseated white Hal
			Hal: add bot white 3 > seated white Bot3Ash | readied white
		`},
		{"a rated table of people has no bots", "chess4 rated bots=0", `
			Hal: add bot white 3 ! people-only
		`},
		{"bots do not vote", "chess4 bots=0", `
			Hal: add bot black 1
			Hal: add bot gold 1
			Hal: sit white
			Bob: sit silver
			Hal: ready
			Bob: ready
			Bob disconnects
			+3m
			Hal: vote replace > voted Hal action=replace | vacated silver
			Hal: add bot 1 > replaced silver Bot1Elm
		`},
		{"a server without bots fills no table", "chess4", `
			Mod, server: fill 2 ! no-bots
			Hal: add bot white 3 ! no-bots
		`},

		{"a lot is drawn with the action before, and takes no time", "toy clock=1+1", `
			start Sue Wim Nan Eve
			Wim: resign > acted west action=west:resign
			Sue: move c1-c2 > acted south action=c1-c2 | acted west action=a5-b6 text=lot
			= turn north
			= left 1m1s 1m0s 1m0s 1m0s
			= due 1m0s
		`},
		{"a resignation on the player's turn draws a lot at once", "toy", `
			start Sue Wim Nan Eve
			Sue: resign > acted south action=resign | acted south action=d1-e2 text=lot
			moves a6-b6 f8-f7
			Eve: move h3-g3 > acted east action=h3-g3 | acted south action=e2-f3 text=lot
		`},
		{"a lot fits the turn", "toy", `
			start Sue Wim Nan Eve
			event acted south action=resign text=lot ! whether "resign" is drawn by lot does not fit the turn
			event acted south action=resign
			event acted south action=d1-d2 ! whether "d1-d2" is drawn by lot does not fit the turn
			event acted south action=d1-d2 text=lot
			event acted west action=a6-b6 text=lot ! whether "a6-b6" is drawn by lot does not fit the turn
		`},
		{"nobody asks a player who has left", "toy", `
			start Sue Wim Nan Eve
			Sue: resign
			Sue: draw ! eliminated
			Sue: premove d1-d2 ! not-in-game
			Wim: draw
			Nan: draw
			Eve: draw > draw-accepted Eve | draw-agreed | closed action=agreement text=south west north east
		`},
		{"a takeback goes back to the player's own action, and lots are drawn again", "toy", `
			start Sue Wim Nan Eve
			Sue: resign
			moves a6-b6 f8-f7 h3-g3
			Eve: takeback
			Wim: accept takeback
			Nan: accept takeback > takeback-accepted Nan | taken-back to=4
			= turn east
			Eve: move h3-g3 > acted east action=h3-g3 | acted south action=e2-f3 text=lot
		`},
		{"a takeback passes over the lots of the player's other seat", "toy", `
			start Sue Wim Nan Sue
			Sue as south: resign
			moves a6-b6 f8-f7 h3-g3
			Sue: takeback > takeback-offered Sue to=4
		`},

		{"Q13 two players have two seats each", "quadrochess", `
			start Ann Bob Bob Ann
			record ../../../rules/quadrochess/testdata/quadrochess-7-0.jsonl 0 6
			Ann: move e2-e3 ! not-your-turn
			record ../../../rules/quadrochess/testdata/quadrochess-7-0.jsonl 6 999
		`},
		{"Q13 two people agree on a draw", "quadrochess", `
			start Ann Bob Bob Ann
			Ann: draw
			moves e2-e3
			Bob: accept > draw-accepted Bob | draw-agreed | closed action=agreement
		`},
		{"C24 G6 the clock of the controller runs for a gained army", "chess4 method=2 clock=5+10", `
			start Ann Bob Cyd Dee
			record ../../../rules/chess4/testdata/chess4-7-0.jsonl 0 23
			moves i1-j2 d1-d3
			= left 6m10s 6m10s 6m0s 5m50s
			+20s
			moves a8-a9
			= turn black
			Dee as gold: move d14-d13 ! not-in-game
			Ann as white: move d14-d13 ! not-your-turn
			Cyd as gold: move d14-d13 ! not-your-seat
			Cyd: move b4-c4 ! not-your-piece
			Dee: draw ! eliminated
			+30s
			Cyd: move d14-d13 > acted black action=d14-d13 spent=30s
			= left 6m10s 6m10s 5m30s 5m50s
			= turn white
		`},
		{"C24 G6 the controller loses on time on the turn of a gained army", "chess4 method=2 clock=5+0", `
			start Ann Bob Cyd Dee
			record ../../../rules/chess4/testdata/chess4-7-0.jsonl 0 23
			moves i1-j2 d1-d3 a8-a9
			+5m0.1s > flagged black
			= turn white
		`},
		{"C28 G5 the controller resigns on the turn of a gained army", "chess4 method=2", `
			start Ann Bob Cyd Dee
			record ../../../rules/chess4/testdata/chess4-7-0.jsonl 0 23
			moves i1-j2 d1-d3 a8-a9
			Dee: resign ! not-in-game
			Cyd as gold: resign ! not-your-seat
			Cyd: resign > acted black action=resign
			= turn white
			moves m10-l10
		`},
		{"C24 another seat resigns on the turn of a gained army", "chess4 method=2", `
			start Ann Bob Cyd Dee
			record ../../../rules/chess4/testdata/chess4-7-0.jsonl 0 23
			moves i1-j2 d1-d3 a8-a9
			Ann: resign > acted white action=white:resign
			= turn black
			moves d14-d13
			= turn silver
		`},
		{"C27 a player chooses an army", "chess4 method=2 touch", `
			start Ann Bob Cyd Dee
			lifts testdata/second-method.txt 0 215
			= turn silver
			Bob: lift g13 ! cannot-lift
			Bob: move e12-a8 ! must-choose
			moves army:gold
			lifts testdata/second-method.txt 216 999
		`},
		{"F13 a king is captured", "forchess", `
			start Ann Bob Cyd Dee
			moves c2-e3 b6-a4 e5-d5 f2-e3 a3-c2 a4-b2 g5-g4 e3-d4 b3-a4 b2-d1 f7-e5 d4-a1
			Ann: move a4-b5 ! not-in-game
			Ann: draw ! eliminated
			moves b7-b6 h5-h4
			= turn southeast
			Dee: move a4-b3 > acted southeast action=a4-b3
			= turn northwest
		`},
		{"F12 a player removes a lifted piece", "forchess touch", `
			start Ann Bob Cyd Dee
			record testdata/removal.txt 0 52
			Ann: lift a1
			moves a1-x
			= turn northwest
		`},
		{"V16 V17 a seat in checkmate is skipped and released", "verney", `
			start Ann Bob Cyd Dee
			record ../../../rules/verney/testdata/verney-7-0.jsonl 0 71
			= turn yellow
			Dee: move n9-f1 ! not-your-turn
			record ../../../rules/verney/testdata/verney-7-0.jsonl 71 131
			= turn black
			record ../../../rules/verney/testdata/verney-7-0.jsonl 131 140
		`},
		{"V16 G5 a seat in checkmate answers offers", "verney", `
			start Ann Bob Cyd Dee
			record ../../../rules/verney/testdata/verney-7-0.jsonl 0 71
			Bob: resign
			Dee: play on > resignation-rejected black
			Ann: draw
			Cyd: accept
			Bob: accept > draw-accepted Bob
			Dee: resign
			Bob: resign > acted red action=red:resign | closed action=resignation text=yellow white
		`},
	} {
		t.Run(s.name, func(t *testing.T) { runScript(t, s.terms, s.text) })
	}
}
