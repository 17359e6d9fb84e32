import type { PublishedBrief } from '#core/brief.ts'
import type { Paper } from '#core/paper.ts'
import { weekId, weekLabel, weekSpan, type IsoWeek } from '#core/week.ts'
import type { Clock } from '#ports/clock.ts'
import type { Store } from '#ports/store.ts'

const FEATURED = 5

const listed = ({ id, title, year, chapter }: Paper): string =>
  `- ${title} (${year}${chapter === null ? '' : `, chapter ${chapter}`}; ${id})`

/** A brief to go on from: the week's acceptances listed, the best featured. Nothing is stored. */
export const draftBrief = async (
  { store, clock }: { store: Store; clock: Clock },
  week: IsoWeek,
): Promise<PublishedBrief> => {
  const { from, to } = weekSpan(week)
  const papers = await store.read.papers.acceptedWithin(from.toISOString(), to.toISOString())
  const opening =
    papers.length === 0 ? 'No paper was accepted this week.' : `Accepted this week: ${papers.length} papers.`
  return {
    id: weekId(week),
    week,
    title: `What ${weekLabel(week)} brought`,
    summary: [opening, ...(papers.length === 0 ? [] : ['', ...papers.map(listed)])].join('\n'),
    take: 'To be written.',
    featured: papers.slice(0, FEATURED).map(({ id }) => id),
    publishedAt: clock.now().toISOString(),
  }
}
