// Package evening provides the screen of the current club evening: the boards of the
// round and the standings. The evening itself is kept by package internal/evening.
package evening
