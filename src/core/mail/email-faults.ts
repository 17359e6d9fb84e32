import type { ComposedEmail } from './email.ts'

/** Gmail cuts what is longer, and takes mail without its end for worse than it is. */
const MOST_BYTES = 100_000
/** What phones show of a subject is shorter still; longer ones are folded (RFC 5322, 2.1.1). */
const MOST_SUBJECT = 78

const HREF = /\bhref="(?<address>[^"]*)"/gu
const IMAGE = /<img\b[^>]*>/gu

const addressesIn = (markup: string): string[] => [...markup.matchAll(HREF)].map(({ groups }) => groups?.address ?? '')

/** What mail providers and readers would dislike of an email, a sentence each; none for one they like. */
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
    ...(subject.length > MOST_SUBJECT
      ? [`The subject has ${subject.length} characters; mail programs show the first ${MOST_SUBJECT} at most.`]
      : []),
    ...(bytes > MOST_BYTES
      ? [`It has ${Math.ceil(bytes / 1_000)} kB; providers cut what is over ${MOST_BYTES / 1_000} kB.`]
      : []),
    ...(insecure === undefined
      ? []
      : [`It links to ${insecure}${more.length > 0 ? ` and ${more.length} more places` : ''} without https.`]),
    ...(withoutWords.length > 0
      ? [
          `${withoutWords.length} ${withoutWords.length === 1 ? 'picture has' : 'pictures have'} no words for those who do not see it.`,
        ]
      : []),
  ]
}
