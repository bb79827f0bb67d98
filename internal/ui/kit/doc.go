// Package kit holds what all screens share: the [Screen] interface and where a
// screen leads ([Step]), the session's environment ([Env]), styles, key bindings
// and hints, and the parts that screens are made of: lines of text input, forms,
// lists, dialogs, and a reader for long texts.
package kit
