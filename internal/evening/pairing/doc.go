// Package pairing is an evening of games at which people change tables and
// partners, as at a Whist drive, or a fixed four plays.
//
// There are few types. A [Round] says who sits where; [Draw] makes the next one,
// so that everybody partners and meets everybody as evenly as can be, and who
// sits out was last to. A [Log] of events is all that happened; an [Evening] is
// its fold. A [Standing] is somebody's place, and a [Sheet] the evening on paper.
//
// Nothing here looks at a clock or throws dice: what time it was, and the seed,
// are in the events.
package pairing
