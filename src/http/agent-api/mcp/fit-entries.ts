import { estimateTokens } from '#core/text/estimate-tokens.ts'
import type { Cursors } from '#http/paging/signed-cursors.ts'
import { spanFields } from '#http/agent-api/fit-texts.ts'
import { fitAnswer, fromPosition, toPosition, type ContinuedAt } from '#http/agent-api/token-budget.ts'
import { innerBudget, renamed } from './budget.ts'

/** One thing of an answer: what it is called, what it has beside that, and texts that may be cut. */
export type Entry = {
  key: Record<string, unknown>
  card?: Record<string, unknown>
  texts?: readonly (readonly [name: string, text: string])[]
}

type Span = Entry & { isRest?: boolean; isCut?: boolean }

const joined = ({ texts = [] }: Entry): string => texts.map(([, text]) => text).join('')

const withTexts = (entry: Span, text: string, isCut: boolean): Span => {
  const texts = entry.texts ?? []
  const from = isCut ? 0 : joined(entry).length - text.length
  return {
    ...entry,
    texts: Object.entries(spanFields(texts, { from, text })),
    isRest: entry.isRest === true || !isCut,
    isCut,
  }
}

const present = ({ key, card = {}, texts = [], isRest = false, isCut = false }: Span): Record<string, unknown> => ({
  ...key,
  ...(isRest ? {} : card),
  ...Object.fromEntries(texts),
  ...(isCut ? { continues: true } : {}),
})

type Fitted = {
  /** What the cursor belongs to: all that decides what the entries are. */
  question: string
  cursor: string | undefined
  maxTokens: number
  entries: Entries
  compose: (shown: Record<string, unknown>[]) => Record<string, unknown>
}

/** Entries by their place; each is read when there may be room for it. */
export type Entries = { count: number; read: (index: number) => Entry | Promise<Entry> }

export const entriesOf = (entries: readonly Entry[]): Entries => ({
  count: entries.length,
  read: (index) => entries[index] ?? { key: {} },
})

/** The entries from a place on that an answer may have room for, and the one that it has none for. */
const readEnough = async ({ count, read }: Entries, from: ContinuedAt, maxTokens: number): Promise<Entry[]> => {
  const found: Entry[] = []
  let tokens = 0
  for (let index = from.item; index < count && tokens <= maxTokens; index += 1) {
    // One by one: what is read behind the end of the answer is read for nothing.
    const entry = await read(index)
    const shown = index === from.item ? joined(entry).slice(from.character) : joined(entry)
    tokens += estimateTokens(JSON.stringify([entry.key, entry.card, shown]))
    found.push(entry)
  }
  return found
}

/**
 * As many entries as fit, with a cursor for what does not. A text that is cut says `continues`, and the next answer goes on
 * with it: the pieces of each field joined are its text. Throws `invalid` where the budget is too small for anything.
 */
export const fitEntries = async (
  cursors: Cursors,
  { question, cursor, maxTokens, entries, compose }: Fitted,
): Promise<Record<string, unknown>> => {
  const asked = `mcp ${question}`
  const from = fromPosition(cursors.read(asked, cursor))
  const items = await readEnough(entries, from, maxTokens)
  const answer = {
    items,
    from,
    goesOn: from.item + items.length < entries.count,
    compose: (shown: readonly Span[], next: ContinuedAt | null) => ({
      ...compose(shown.map(present)),
      nextCursor: next === null ? null : cursors.sign(asked, toPosition(next)),
    }),
    text: { of: joined, with: withTexts },
  }
  return renamed({}, async () => fitAnswer<Span, Record<string, unknown>>(answer, innerBudget(maxTokens)))
}
