/** A header field: its name in small letters, and its value unfolded. */
export type HeaderField = { name: string; value: string }

/** An email that came to the bounce address, taken apart. */
export type IncomingEmail = {
  headers: readonly HeaderField[]
  /** What a person would read of it. */
  text: string
  /** Its other parts, such as reports and the email that is returned, by their media types. */
  parts: readonly { type: string; text: string }[]
}

/** What an email to the bounce address is. `notice`: a report that nothing failed, or not yet. */
export const incomingKinds = ['hard', 'soft', 'complaint', 'unsubscribe', 'notice', 'auto-reply', 'other'] as const

export type IncomingKind = (typeof incomingKinds)[number]

/** The first field of that name; empty without one. */
export const headerOf = ({ headers }: IncomingEmail, name: string): string =>
  headers.find((field) => field.name === name)?.value ?? ''

/** The texts of all parts of some types. */
export const partsOf = ({ parts }: IncomingEmail, ...types: readonly string[]): string[] =>
  parts.filter(({ type }) => types.includes(type)).map(({ text }) => text)

/**
 * How much of an email is looked at. A report comes before the email that it returns, so what is cut off is not missed; ours
 * have a tenth of that.
 */
export const INCOMING_EMAIL_BYTES = 1_024 * 1_024
