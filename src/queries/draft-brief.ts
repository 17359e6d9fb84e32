import type { PublishedBrief } from '#core/editorial/brief.ts'
import type { ConceptCounts } from '#core/editorial/concept.ts'
import type { Paper } from '#core/papers/paper.ts'
import { textKey } from '#core/text/tokenize.ts'
import { evaluateTrend, type Trend } from '#core/editorial/trend.ts'
import { weekId, weekLabel, weekSpan, type IsoWeek } from '#core/editorial/week.ts'
import type { PublicConceptReader } from '#ports/store/editorial.ts'
import type { PrivateReader } from '#ports/store/store.ts'

const FEATURED = 5
const RISING = 5

const listed = ({ id, title, year, chapter }: Paper): string =>
  `- ${title} (${year}${chapter === null ? '' : `, chapter ${chapter}`}; ${id})`

type Rising = ConceptCounts & { trend: Trend }

/** Concepts on the rise that the week's papers are about, those with most recent papers first. */
const risingAmong = async (concepts: PublicConceptReader, papers: readonly Paper[]): Promise<Rising[]> => {
  const counted = await concepts.list()
  if (counted === null) return []
  const ofTheWeek = new Set(papers.flatMap((paper) => paper.concepts).map(textKey))
  return counted.concepts
    .filter(({ name }) => ofTheWeek.has(textKey(name)))
    .map((concept) => ({ ...concept, trend: evaluateTrend(counted.window, concept, counted.corpus).trend }))
    .filter(({ trend }) => trend !== 'stable')
    .toSorted((a, b) => b.recent - a.recent)
    .slice(0, RISING)
}

const rose = ({ name, trend, recent, papers }: Rising): string =>
  `- ${name} (${trend}; ${recent} of its ${papers} ${papers === 1 ? 'paper' : 'papers'} ${recent === 1 ? 'is' : 'are'} of the last two years)`

/** A brief to start from: the week's acceptances and rising concepts are listed, the best papers featured. Nothing is stored. */
export const draftBrief = async (
  reader: Pick<PrivateReader, 'papers' | 'concepts'>,
  { week, now }: { week: IsoWeek; now: Date },
): Promise<PublishedBrief> => {
  const { from, to } = weekSpan(week)
  const papers = await reader.papers.acceptedWithin(from.toISOString(), to.toISOString())
  const rising = await risingAmong(reader.concepts, papers)
  const opening =
    papers.length === 0
      ? 'No paper was accepted this week.'
      : `Accepted this week: ${papers.length} ${papers.length === 1 ? 'paper' : 'papers'}.`
  return {
    id: weekId(week),
    week,
    title: `What ${weekLabel(week)} brought`,
    summary: [
      opening,
      ...(papers.length === 0 ? [] : ['', ...papers.map(listed)]),
      ...(rising.length === 0 ? [] : ['', 'Concepts on the rise among them:', '', ...rising.map(rose)]),
    ].join('\n'),
    take: 'To be written.',
    featured: papers.slice(0, FEATURED).map(({ id }) => id),
    publishedAt: now.toISOString(),
  }
}
