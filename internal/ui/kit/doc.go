// Package kit holds what all screens share: the [Screen] interface, what a screen returns
// after it handled a message ([Step]), the [Stack] of open screens, and the session's
// environment ([Env]) with its styles and settings. It defines every key once ([Binding],
// [Action]) and provides the parts of screens: text input, forms, lists, dialogs, and a
// reader for long texts. It knows no particular screen.
package kit
