import { z } from 'zod'
import type { Detail } from './token-budget.ts'

/** Which fields of each item a list shall have; the id is always there. */
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
      description: `Only these fields of each item, and its id: some of ${known.join(', ')}.`,
      example: `id,${known[1] ?? known[0]}`,
    })

/** Fields that were named are chosen from all there are, whatever `detail` says. */
export const detailFor = ({ fields, detail }: { fields?: unknown; detail: Detail | null }): Detail | null =>
  fields === undefined ? detail : 'abstract'

/** The fields of an item that were asked for; all of them where none were named. */
export const pickFields = <Item extends { id: string }>(
  item: Item,
  fields: readonly string[] | undefined,
): Item | (Partial<Item> & { id: string }) => {
  if (fields === undefined) return item
  const wanted = new Set(['id', ...fields])
  return Object.fromEntries(Object.entries(item).filter(([name]) => wanted.has(name))) as Partial<Item> & { id: string }
}
