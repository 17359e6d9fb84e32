import { MAP_GRID_SIZE, mapCellIndex } from '#core/papers/map-grid.ts'
import type { Paper } from '#core/papers/paper.ts'
import type { Db } from '#store/rows.ts'
import { paddedKeys } from '#store/sql/engine/padded-keys.ts'

/** What figures are drawn from: counted with each change, like the other counters. */
export type PlotCounterName = 'map' | `map:${number | 'all'}` | `year:${number | ''}` | 'institution' | 'accepted'

const mapCounters = ({ chapter, longHorizon, enterprise }: Paper): [PlotCounterName, string][] => {
  if (longHorizon === null || enterprise === null) return []
  const cell = String(mapCellIndex(enterprise) * MAP_GRID_SIZE + mapCellIndex(longHorizon))
  return [
    ['map', String(chapter ?? '')],
    ['map:all', cell],
    ...(chapter === null ? [] : [[`map:${chapter}`, cell] as [PlotCounterName, string]]),
  ]
}

export const plotCounters = (paper: Paper): [PlotCounterName, string][] => [
  ...mapCounters(paper),
  [`year:${paper.chapter ?? ''}`, String(paper.year)],
  ...(paper.institution === null ? [] : [['institution', paper.institution] as [PlotCounterName, string]]),
]

/**
 * The months in which papers were accepted for the first time, in no order. They stay the same when a paper is
 * retracted and accepted again, so that counting it off takes away what counting it in added.
 */
export const firstAcceptedMonths = async (db: Db, seqs: readonly number[]): Promise<string[]> => {
  if (seqs.length === 0) return []
  const rows = await db
    .selectFrom('review_steps')
    .select((eb) => eb.fn.min('at').as('at'))
    .where('state', '=', 'accepted')
    .where('paper_seq', 'in', paddedKeys(seqs))
    .groupBy('paper_seq')
    .execute()
  return rows.map(({ at }) => at.slice(0, 7))
}
