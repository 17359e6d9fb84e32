import type { Cursors } from '#http/paging/signed-cursors.ts'
import { json, type Reply } from '#http/routing/reply.ts'
import { fitAnswer, fromPosition, toPosition, type ContinuedAt } from './token-budget.ts'

/** One thing with long texts: what it has beside them, and the texts in the order in which they are given. */
type Textual = { key: object; card: object; texts: readonly (readonly [name: string, text: string])[] }

/** A span of all texts, one behind the other. */
type Span = { from: number; text: string }

/** What a span holds of each text. */
export const spanFields = (texts: Textual['texts'], { from, text }: Span): Record<string, string> => {
  const fields: Record<string, string> = {}
  let start = 0
  for (const [name, whole] of texts) {
    const piece = text.slice(Math.max(0, start - from), Math.max(0, start + whole.length - from))
    if (piece !== '') fields[name] = piece
    start += whole.length
  }
  return fields
}

/**
 * As much of the texts as fits, with all else in the first answer. Later answers have the key and what follows: the pieces
 * of each field joined are its text.
 */
export const fitTexts = (
  cursors: Cursors,
  { cursor, maxTokens }: { cursor?: string | undefined; maxTokens: number | null },
  { question, key, card, texts }: Textual & { question: string },
): Reply => {
  const from = fromPosition(cursors.read(question, cursor))
  const all = texts.map(([, text]) => text).join('')
  const answer = {
    items: all === '' ? [] : [{ from: 0, text: all }],
    from,
    compose: ([span]: readonly Span[], next: ContinuedAt | null) => ({
      ...(from.character === 0 ? card : key),
      ...(span === undefined ? {} : spanFields(texts, span)),
      nextCursor: next === null ? null : cursors.sign(question, toPosition(next)),
    }),
    text: {
      of: ({ text }: Span) => text,
      with: (whole: Span, text: string, isCut: boolean): Span => ({
        from: isCut ? whole.from : whole.from + whole.text.length - text.length,
        text,
      }),
    },
  }
  return json(200, fitAnswer(answer, maxTokens))
}
