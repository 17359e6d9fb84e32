import type { IsoWeek } from '#core/editorial/week.ts'
import { weekId, weekSpan } from '#core/editorial/week.ts'
import { firstSentenceOf } from '#core/passages/opening.ts'
import { nameMentions } from '#core/papers/paper-mentions.ts'
import { plainMathematics } from '#core/text/mathematics.ts'
import type { PublicReader } from '#ports/store/store.ts'
import { findMentionedPapers } from './mentioned-papers.ts'

/** A paper that a brief may take up: what its commentary begins with. */
export type Arrival = { id: string; title: string; year: number; line: string }

export type Arrivals = {
  /** The last brief before this one, if papers since then are listed. */
  since: IsoWeek | null
  papers: Arrival[]
  /** Whether there are more than are listed. */
  hasMore: boolean
}

/** Of how many acceptances papers are chosen, the newest, and how many are listed, those with the highest scores. */
const NEWEST = 200
const LISTED = 50

/** The papers that became public in the week of a brief, or since the last brief before it. Reads 200 papers, however many came. */
export const listArrivals = async (
  reader: Pick<PublicReader, 'papers' | 'briefs' | 'related'>,
  week: IsoWeek,
): Promise<Arrivals> => {
  const id = weekId(week)
  const { from: monday, to } = weekSpan(week)
  const last = (await reader.briefs.list()).find((brief) => brief.id < id)
  const isLonger = last !== undefined && last.publishedAt < monday.toISOString()
  const from = isLonger ? last.publishedAt : monday.toISOString()
  const accepted = await reader.papers.acceptedWithin(from, to.toISOString(), NEWEST)
  const papers = [...new Map(accepted.map((paper) => [paper.id, paper])).values()]
  const shown = papers.slice(0, LISTED)
  const lines = shown.map(({ commentary }) => (commentary === null ? '' : firstSentenceOf(commentary)))
  const mentioned = await findMentionedPapers(reader.related, lines)
  return {
    since: isLonger ? last.week : null,
    papers: shown.map(({ id: paperId, title, year }, index) => ({
      id: paperId,
      title: plainMathematics(title),
      year,
      line: nameMentions(lines[index] ?? '', mentioned),
    })),
    hasMore: papers.length > LISTED || accepted.length === NEWEST,
  }
}
