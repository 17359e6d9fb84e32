import type { ActionContext } from '#actions/run-action.ts'
import { evaluateTrend, isSameTrend, type TrendWeek } from '#core/editorial/trend.ts'
import { weekId, weekOf } from '#core/editorial/week.ts'

/** Keeps the numbers behind the trends of this week, of the concepts of which they changed; how many those are. */
export const keepTrends = async (tx: ActionContext): Promise<number> => {
  const counted = await tx.concepts.list()
  if (counted === null) return 0
  const { window, corpus, concepts } = counted
  const week = weekId(weekOf(tx.now))
  const last = await tx.concepts.lastTrendWeeks()
  const changed = concepts.flatMap((counts) => {
    const { trend } = evaluateTrend(window, counts, corpus)
    const { recent, before } = counts
    const now: TrendWeek = { week, trend, newest: window.newest, concept: { recent, before }, corpus }
    const known = last.get(counts.id)
    return known !== undefined && isSameTrend(known, now) ? [] : [{ id: counts.id, ...now }]
  })
  if (changed.length > 0) await tx.concepts.keepTrendWeeks(changed)
  return changed.length
}
