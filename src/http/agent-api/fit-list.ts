import type { Cursors } from '#http/paging/signed-cursors.ts'
import { json, type Reply } from '#http/routing/reply.ts'
import { fitAnswer, fromPosition, toPosition, type ContinuedAt } from './token-budget.ts'

type Budget = { cursor?: string | undefined; maxTokens: number | null; detail: string | null }

type Item = Record<string, unknown>

/** `cut`: the text of an item that may be cut, where it has one. */
type List = { name: string; question: string; items: readonly Item[]; cut?: string }

const textOf = (item: Item, field: string): string => {
  const text = item[field]
  return typeof text === 'string' ? text : ''
}

/**
 * A list that is whole without a budget or cursor, and has nothing beside it then: the contract names its fields. With one,
 * nextCursor says how to go on; an item whose text was cut comes again with the rest of it.
 */
export const fitList = (
  cursors: Cursors,
  { cursor, maxTokens, detail }: Budget,
  { name, question, items, cut }: List,
): Reply => {
  if (maxTokens === null && cursor === undefined) return json(200, { [name]: items })
  const asked = `${question} ${detail ?? ''}`
  const from = fromPosition(cursors.read(asked, cursor))
  const answer = {
    items: items.slice(from.item),
    from,
    compose: (shown: readonly Item[], next: ContinuedAt | null) => ({
      [name]: shown,
      nextCursor: next === null ? null : cursors.sign(asked, toPosition(next)),
    }),
    ...(cut === undefined
      ? {}
      : {
          text: {
            of: (item: Item) => textOf(item, cut),
            with: (item: Item, text: string): Item => ({ ...item, [cut]: text }),
          },
        }),
  }
  return json(200, fitAnswer(answer, maxTokens))
}
