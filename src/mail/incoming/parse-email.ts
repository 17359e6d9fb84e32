import type { Readable } from 'node:stream'
import PostalMime, { type Attachment } from 'postal-mime'
import type { IncomingEmail } from '#core/mail/bounces.ts'
import { Failure } from '#core/failure.ts'

/** The first bytes of a stream. The rest is read and dropped, so that the writer is not blocked. */
export const readStart = async (stream: Readable, limit: number): Promise<Buffer> => {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of stream as AsyncIterable<Buffer>) {
    if (size < limit) pieces.push(piece.subarray(0, limit - size))
    size += piece.length
  }
  return Buffer.concat(pieces)
}

/** Reports have a level or two; deeper nesting is hostile. */
const MAX_NESTED = 20
const MAX_HEADER_BYTES = 256 * 1_024
/** Reports have three parts; a hostile email may have many. */
const MAX_PARTS = 20
/** The library takes a few microseconds for each line; reports need only the first few hundred. */
const MAX_LINES = 5_000

const firstLines = (raw: Uint8Array): Uint8Array => {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
  let end = -1
  for (let line = 0; line < MAX_LINES; line += 1) {
    end = bytes.indexOf('\n', end + 1, 'latin1')
    if (end === -1) return raw
  }
  return raw.subarray(0, end)
}

const textOf = ({ content }: Attachment): string =>
  typeof content === 'string' ? content : new TextDecoder().decode(content)

/** The text of an HTML body, for reports without plain text. */
const wordsOf = (page: string): string =>
  page
    .replaceAll(/<[^<>]*>/gu, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

const BODY_SHOWN = 32 * 1_024

/** The start of the raw body, for an email whose parts do not match its header. */
const bodyOf = (raw: Uint8Array): string => {
  const start = Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.byteLength, MAX_HEADER_BYTES)).toString('latin1')
  const end = /\r?\n\r?\n/u.exec(start)
  return end === null ? '' : Buffer.from(start.slice(end.index), 'latin1').subarray(0, BODY_SHOWN).toString()
}

/** Parses an email; a truncated one gives the parts it has. Throws `malformed` for one beyond the limits. */
export const parseEmail = async (raw: Uint8Array): Promise<IncomingEmail> => {
  try {
    const { headers, text, html, attachments } = await PostalMime.parse(firstLines(raw), {
      // The returned email must not count as text of the report.
      forceRfc822Attachments: true,
      maxNestingDepth: MAX_NESTED,
      maxHeadersSize: MAX_HEADER_BYTES,
      maxRfc822NestingDepth: 1,
    })
    return {
      headers: headers.map(({ key, value }) => ({ name: key, value })),
      text: text ?? (html !== undefined || attachments.length > 0 ? wordsOf(html ?? '') : bodyOf(raw)),
      parts: attachments.slice(0, MAX_PARTS).map((part) => ({ type: part.mimeType, text: textOf(part) })),
    }
  } catch (error) {
    throw new Failure('malformed', 'This email cannot be read.', { cause: error })
  }
}
