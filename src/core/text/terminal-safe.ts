/**
 * What makes a terminal do something else than show it: control characters of both sets, and characters that turn the
 * direction of all that follows. A line may end as it likes, but not go back to its beginning.
 */
const UNSAFE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]|\r(?!\n)/gu

/** A text with these written out, as JSON writes them: in a JSON text it says the same as before. */
export const terminalSafe = (text: string): string =>
  text.replaceAll(UNSAFE, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
