import { z } from 'zod'
import type { Detail } from './token-budget.ts'

/** The fields of each item that a list should have; the id is always included. */
export const fieldsParameter = <Field extends string>(known: readonly [Field, ...Field[]]) =>
  z
    .string()
    .max(500)
    .transform((text) =>
      text
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== ''),
    )
    .pipe(z.array(z.enum(known)).min(1, { error: `must name some of ${known.join(', ')}` }))
    .optional()
    .meta({
      description: `Only these fields of each item, besides its id: some of ${known.join(', ')}.`,
      example: `id,${known[1] ?? known[0]}`,
    })

/** With `fields`, the choice is among all fields, so `detail` is ignored. */
export const detailFor = ({ fields, detail }: { fields?: unknown; detail: Detail | null }): Detail | null =>
  fields === undefined ? detail : 'abstract'

/** The requested fields of an item; all of them if none were named. */
export const pickFields = <Item extends { id: string }>(
  item: Item,
  fields: readonly string[] | undefined,
): Item | (Partial<Item> & { id: string }) => {
  if (fields === undefined) return item
  const wanted = new Set(['id', ...fields])
  return Object.fromEntries(Object.entries(item).filter(([name]) => wanted.has(name))) as Partial<Item> & { id: string }
}

/** Common to all routes of the agent API: public, read-only, changing only with the corpus. */
export const agentRoute = { method: 'get', access: 'public', caching: 'revision', allowCors: true } as const
