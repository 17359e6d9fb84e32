import { OaiError } from './oai-error.ts'

/** An instant as the protocol has it: to the second (section 3.3). */
export const datestamp = (instant: string): string => `${instant.slice(0, 19)}Z`

const DAY = /^\d{4}-\d{2}-\d{2}$/u
const SECOND = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/u
const MS_PER_SECOND = 1_000
const MS_PER_DAY = 86_400_000

/** Begin and length of a day or second, in milliseconds. */
const period = (name: string, given: string): { start: number; length: number } => {
  const length = DAY.test(given) ? MS_PER_DAY : SECOND.test(given) ? MS_PER_SECOND : null
  const start = Date.parse(given)
  // Days that no month has are taken for later ones.
  const exists = !Number.isNaN(start) && new Date(start).toISOString().startsWith(given.slice(0, 10))
  if (length === null || !exists)
    throw new OaiError('badArgument', `${name} must read like 2026-11-22 or 2026-11-22T10:30:00Z.`)
  return { start, length }
}

/** The instants that `from` and `until` mean, `until` included. Throws `badArgument`. */
export const dateRange = (
  from: string | undefined,
  until: string | undefined,
): { from: string | null; before: string | null } => {
  const first = from === undefined ? null : period('from', from)
  const last = until === undefined ? null : period('until', until)
  if (first !== null && last !== null) {
    if (first.length !== last.length)
      throw new OaiError('badArgument', 'from and until must both be days, or both be to the second.')
    if (first.start > last.start) throw new OaiError('badArgument', 'from must not be later than until.')
  }
  return {
    from: first === null ? null : new Date(first.start).toISOString(),
    before: last === null ? null : new Date(last.start + last.length).toISOString(),
  }
}
