import type { NumberedPaper, RefusedLine } from '#actions/submissions/ingest-papers.ts'
import { Failure, messageOf } from '#core/failure.ts'
import { paperTerms } from '#core/search/paper-terms.ts'
import { parsePaper } from '#schemas/paper-schema.ts'
import { parseStrictJson } from '#schemas/parse-strict-json.ts'
import type { IngestLine } from './split-lines.ts'

const decoder = new TextDecoder('utf-8', { fatal: true })

export type ReadLine = NumberedPaper | RefusedLine

const decode = (bytes: Uint8Array): string => {
  try {
    return decoder.decode(bytes).trim()
  } catch (error) {
    throw new Failure('malformed', 'This is not valid UTF-8.', { cause: error })
  }
}

/** A line as a paper with its words, or why it is none; null for an empty line. */
export const readPaper = (given: IngestLine | RefusedLine, now: Date): ReadLine | null => {
  if ('reason' in given) return given
  const { line } = given
  try {
    const text = decode(given.bytes)
    if (text === '') return null
    const checked = parsePaper(parseStrictJson(text), now)
    if (!checked.ok)
      return { line, reason: checked.errors.map(({ path, message }) => `${path}: ${message}`).join('; ') }
    const { paper } = checked.value
    return { line, paper, terms: paperTerms(paper) }
  } catch (error) {
    return { line, reason: error instanceof Failure ? error.message : `This line cannot be read: ${messageOf(error)}.` }
  }
}
