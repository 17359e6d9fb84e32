import PostalMime, { type Attachment } from 'postal-mime'
import type { IncomingEmail } from '#core/mail/bounces/incoming-email.ts'
import { Failure } from '#core/failure.ts'

/** Reports have a level or two; deeper ones are built to cost time. */
const MOST_NESTED = 20
const MOST_HEADER_BYTES = 256 * 1_024
/** Reports have three parts; more than that are looked at, all of a hostile email are not. */
const MOST_PARTS = 20
/** The library takes some microseconds for each line, however short; what is told stands in the first hundreds. */
const MOST_LINES = 5_000

const firstLines = (raw: Uint8Array): Uint8Array => {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
  let end = -1
  for (let line = 0; line < MOST_LINES; line += 1) {
    end = bytes.indexOf('\n', end + 1, 'latin1')
    if (end === -1) return raw
  }
  return raw.subarray(0, end)
}

const textOf = ({ content }: Attachment): string =>
  typeof content === 'string' ? content : new TextDecoder().decode(content)

/** The words of a page, for reports that have no plain text. */
const wordsOf = (page: string): string =>
  page
    .replaceAll(/<[^<>]*>/gu, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

const BODY_SHOWN = 32 * 1_024

/** The beginning of a body as it stands, for one whose parts are not where its header says. */
const bodyOf = (raw: Uint8Array): string => {
  const start = Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.byteLength, MOST_HEADER_BYTES)).toString('latin1')
  const end = /\r?\n\r?\n/u.exec(start)
  return end === null ? '' : Buffer.from(start.slice(end.index), 'latin1').subarray(0, BODY_SHOWN).toString()
}

/** Takes an email apart; one that was cut keeps what it has. Throws `malformed` for one that is built to cost time. */
export const parseEmail = async (raw: Uint8Array): Promise<IncomingEmail> => {
  try {
    const { headers, text, html, attachments } = await PostalMime.parse(firstLines(raw), {
      // What is returned is no part of what is said.
      forceRfc822Attachments: true,
      maxNestingDepth: MOST_NESTED,
      maxHeadersSize: MOST_HEADER_BYTES,
      maxRfc822NestingDepth: 1,
    })
    return {
      headers: headers.map(({ key, value }) => ({ name: key, value })),
      text: text ?? (html !== undefined || attachments.length > 0 ? wordsOf(html ?? '') : bodyOf(raw)),
      parts: attachments.slice(0, MOST_PARTS).map((part) => ({ type: part.mimeType, text: textOf(part) })),
    }
  } catch (error) {
    throw new Failure('malformed', 'This is not an email that can be read.', { cause: error })
  }
}
