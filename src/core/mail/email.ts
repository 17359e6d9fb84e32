/** A queued email. */
export type Email = {
  messageId: string
  kind: 'contact' | 'confirmation' | 'request' | 'brief' | 'decision' | 'account' | 'notice'
  /** Null for the research team, resolved when the email is sent. */
  to: string | null
  replyTo: { name: string; address: string } | null
  subject: string
  /** Null if text and headers are composed at the time of sending, so that the link in it is fresh. */
  text: string | null
  /** The HTML alternative. */
  html?: string | undefined
  headers: Record<string, string>
}

/** An email ready to be sent. */
export type ComposedEmail = Email & {
  text: string
  /** The envelope sender, which receives bounces; by default that of all emails. */
  returnPath?: string | undefined
}

/** Gmail clips longer emails, which also hides the unsubscribe link. */
const MAX_BYTES = 100_000
/** Longer lines are folded (RFC 5322 section 2.1.1); phones show even less of a subject. */
const MAX_SUBJECT = 78

const HREF = /\bhref="(?<address>[^"]*)"/gu
const IMAGE = /<img\b[^>]*>/gu

const addressesIn = (markup: string): string[] => [...markup.matchAll(HREF)].map(({ groups }) => groups?.address ?? '')

/** What mail providers or readers may object to, one sentence each. */
export const emailFaults = ({
  subject,
  text,
  html = '',
}: Pick<ComposedEmail, 'subject' | 'text' | 'html'>): string[] => {
  const bytes = Buffer.byteLength(text) + Buffer.byteLength(html)
  const [insecure, ...more] = addressesIn(html).filter((address) => !/^(?:https|mailto):/u.test(address))
  const withoutWords = [...html.matchAll(IMAGE)].filter(([image]) => !/\balt="[^"]+"/u.test(image))
  return [
    ...(text.trim() === '' ? ['It has no plain text.'] : []),
    ...(subject.length > MAX_SUBJECT
      ? [`The subject has ${subject.length} characters; mail programs show at most the first ${MAX_SUBJECT}.`]
      : []),
    ...(bytes > MAX_BYTES
      ? [`It has ${Math.ceil(bytes / 1_000)} kB; providers clip emails over ${MAX_BYTES / 1_000} kB.`]
      : []),
    ...(insecure === undefined
      ? []
      : [`It links to ${insecure}${more.length > 0 ? ` and ${more.length} more places` : ''} without https.`]),
    ...(withoutWords.length > 0
      ? [`${withoutWords.length} ${withoutWords.length === 1 ? 'picture has' : 'pictures have'} no alternative text.`]
      : []),
  ]
}
