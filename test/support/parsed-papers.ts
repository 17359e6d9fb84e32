import assert from 'node:assert/strict'
import type { PaperWithText } from '#core/papers/paper.ts'
import { parsePaper, type ParsedPaper } from '#schemas/paper-schema.ts'
import { leastPaper } from './service/papers.ts'

export const now = new Date('2026-11-20T10:00:00.000Z')

export const parsed = (input: unknown): ParsedPaper => {
  const checked = parsePaper(input, now)
  assert.ok(checked.ok, JSON.stringify(checked))
  return checked.value
}

/** The paper of a submission with nothing but the required fields and these. */
export const paperWith = (given: Record<string, unknown>): PaperWithText => parsed(leastPaper(given)).paper

/** The errors, as `path message`. */
export const messages = (input: unknown): string[] => {
  const checked = parsePaper(input, now)
  return checked.ok ? [] : checked.errors.map(({ path, message }) => `${path} ${message}`)
}

/** Each value of a field with its errors; none where it is valid. */
export const assertFieldErrors = (field: string, known: readonly (readonly [unknown, string?])[]): void => {
  for (const [value, message] of known)
    assert.deepEqual(
      messages(leastPaper({ [field]: value })),
      message === undefined ? [] : [`${field} ${message}`],
      `${field}: ${JSON.stringify(value).slice(0, 60)}`,
    )
}

export const NUL = 'must not contain a NUL character'
export const LONE = 'must be valid Unicode, without lone surrogates'
export const LINE = 'must be one line without control characters'
export const NO_TEXT = 'must be a text'
