// Package welcome is the screens before the lobby: the code of an invitation, the
// choice of a name, and the first look at chessmen and colours.
package welcome
