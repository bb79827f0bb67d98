// Package welcome provides the screens before the lobby: [Join] asks for an invitation
// code, [Name] for a name, and [FirstLook] for a piece set and a theme on the first visit.
package welcome
