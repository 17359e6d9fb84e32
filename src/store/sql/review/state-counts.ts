import type { Db } from '#store/rows.ts'

/** The number of rows in each state that occurs. */
export const countByState = (
  db: Db,
  table: 'messages' | 'subscribers' | 'outbox',
): Promise<{ state: string; rows: number }[]> =>
  db
    .selectFrom(table)
    .select('state')
    .select((eb) => eb.fn.countAll<number>().as('rows'))
    .groupBy('state')
    .execute()

/** A count for every state, also 0. */
export const fillStateCounts = <State extends string>(
  states: readonly State[],
  counted: readonly { state: string; rows: number }[],
): Record<State, number> =>
  Object.fromEntries(
    states.map((state) => [state, counted.find((found) => found.state === state)?.rows ?? 0]),
  ) as Record<State, number>
