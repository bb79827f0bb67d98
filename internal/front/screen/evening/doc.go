// Package evening provides the screen of the current club evening. It shows the boards of the
// round and the standings. Package quadrille/internal/service/evening runs the evening itself.
package evening
