// Package kit provides what all screens share: the stack of open screens, the keys, the
// settings of a session, and parts of screens such as forms, lists and dialogs.
//
// A [Screen] is one screen of the terminal interface. A [Stack] holds the open screens of a
// session. A [Step] is a change of the stack, such as opening a screen, that a screen
// requests after a message. [Env] is the environment that the screens of a session share. A
// [Binding] assigns keys to an [Action]. All keys are defined in this package, each of them
// once. The parts of screens are text input, forms, lists, dialogs, and a reader for long
// texts.
package kit
