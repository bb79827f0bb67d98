// Package doctor checks the configuration, the data and the machine of a server. It reports
// what is wrong and what to do about it, and changes nothing.
//
// A [Checkup] runs the checks and returns a list of [Finding] values. [Health] asks a
// running server whether it is healthy.
package doctor
