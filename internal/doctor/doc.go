// Package doctor looks at what a server needs of its machine, changes nothing,
// and says what is wrong and what to do. There are few types: [Patient] is what is
// looked at, [Finding] what was found.
package doctor
