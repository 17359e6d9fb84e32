import type { NumberedPaper, RefusedLine } from '#actions/submissions/ingest-papers.ts'
import { Failure, messageOf } from '#core/failure.ts'
import { paperKeys } from '#core/papers/same-work/work-keys.ts'
import { paperTerms, type PaperTerms } from '#core/search/paper-terms.ts'
import type { TermImpacts } from '#core/search/ranking/bm25.ts'
import { parsePaper } from '#schemas/paper-schema.ts'
import { parseStrictJson } from '#schemas/parse-strict-json.ts'
import type { IngestLine } from './split-lines.ts'

const decoder = new TextDecoder('utf-8', { fatal: true })

export type ReadLine = NumberedPaper | RefusedLine
/** The same, with terms that are not yet grouped with those of others. */
type SingleLine = (NumberedPaper & { terms?: PaperTerms<TermImpacts> }) | RefusedLine

const decode = (bytes: Uint8Array): string => {
  try {
    return decoder.decode(bytes).trim()
  } catch (error) {
    throw new Failure('malformed', 'This is not valid UTF-8.', { cause: error })
  }
}

/** How papers are read: the instant of it, and whether they become public at once and need their words. */
export type PaperReading = { now: Date; isPublic: boolean }

/** A line as a paper with what it is found by, or why it is none; null for an empty line. */
export const readPaper = (given: IngestLine | RefusedLine, { now, isPublic }: PaperReading): SingleLine | null => {
  if ('reason' in given) return given
  const { line } = given
  try {
    const text = decode(given.bytes)
    if (text === '') return null
    const checked = parsePaper(parseStrictJson(text), now)
    if (!checked.ok)
      return { line, reason: checked.errors.map(({ path, message }) => `${path}: ${message}`).join('; ') }
    const { paper } = checked.value
    const read = { line, paper, keys: paperKeys(paper) }
    return isPublic ? { ...read, terms: paperTerms(paper) } : read
  } catch (error) {
    return { line, reason: error instanceof Failure ? error.message : `This line cannot be read: ${messageOf(error)}.` }
  }
}
