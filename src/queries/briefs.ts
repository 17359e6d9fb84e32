import type { PublishedBrief, Brief } from '#core/editorial/brief.ts'
import { UNWRITTEN_TAKE } from '#core/editorial/brief-checks.ts'
import type { ConceptCounts } from '#core/editorial/concept.ts'
import type { Paper } from '#core/papers/paper.ts'
import { groupedNumber } from '#core/numbers.ts'
import { plainMathematics } from '#core/text/mathematics.ts'
import { firstSentenceOf } from '#core/passages/opening.ts'
import { textKey } from '#core/text/tokenize.ts'
import { evaluateTrend, type Trend } from '#core/editorial/trend.ts'
import { weekId, weekLabel, weekSpan, type IsoWeek } from '#core/editorial/week.ts'
import type { PublicConceptReader } from '#ports/store/editorial.ts'
import type { PrivateReader, PublicReader } from '#ports/store/store.ts'
import type { EmailComposer, EmailContent } from '#ports/email-composer.ts'
import type { MarkdownRenderer } from '#ports/markdown-renderer.ts'
import { withoutMarks } from '#core/text/evidence-marks.ts'
import { Failure } from '#core/failure.ts'
import { findMentionedPapers } from './mentioned-papers.ts'
import { briefTexts, renderCachedTexts, renderTexts, type MarkupOf } from './rendered-texts.ts'

/** What is read, the newest, and what is listed, those with the highest scores. */
const NEWEST = 1_000
const LISTED = 20
const FEATURED = 5
const RISING = 5

/**
 * A paper with what its commentary begins with, or else its facts. The id directly follows the title: where people read it, a link
 * takes the place of both.
 */
const listItem = ({ id, title, year, chapter, commentary }: Paper): string => {
  const said = commentary === null ? '' : firstSentenceOf(commentary)
  const facts = `, ${year}${chapter === null ? '' : `, chapter ${chapter}`}`
  return `- ${plainMathematics(title)} (${id})${said === '' ? facts : `: ${said}`}`
}

type Rising = ConceptCounts & { trend: Trend }

/** Rising concepts of the week's papers, those with most recent papers first. */
const findRising = async (concepts: PublicConceptReader, papers: readonly Paper[]): Promise<Rising[]> => {
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

const describeRising = ({ name, trend, recent, papers }: Rising): string =>
  `- ${name} (${trend}; ${recent} of its ${papers} ${papers === 1 ? 'paper' : 'papers'} ${recent === 1 ? 'is' : 'are'} of the last two years)`

const describeCount = (papers: number): string => {
  if (papers === 0) return 'No paper was accepted this week.'
  const best = `these ${LISTED} have the highest scores`
  if (papers === NEWEST)
    return `Accepted this week: at least ${groupedNumber(papers)} papers. Of the newest ${groupedNumber(papers)}, ${best}.`
  const count = `Accepted this week: ${papers} ${papers === 1 ? 'paper' : 'papers'}`
  return papers > LISTED ? `${count}, of which ${best}.` : `${count}.`
}

/** Suggests a brief: lists the week's accepted papers and rising concepts, and features the best papers. Stores nothing. */
export const draftBrief = async (
  reader: Pick<PrivateReader, 'papers' | 'concepts'>,
  { week, now }: { week: IsoWeek; now: Date },
): Promise<PublishedBrief> => {
  const { from, to } = weekSpan(week)
  const papers = await reader.papers.acceptedWithin(from.toISOString(), to.toISOString(), NEWEST)
  const rising = await findRising(reader.concepts, papers)
  const opening = describeCount(papers.length)
  return {
    id: weekId(week),
    week,
    title: `What ${weekLabel(week)} brought`,
    summary: [
      opening,
      ...(papers.length === 0 ? [] : ['', ...papers.slice(0, LISTED).map(listItem)]),
      ...(rising.length === 0 ? [] : ['', 'Concepts on the rise among them:', '', ...rising.map(describeRising)]),
    ].join('\n'),
    take: UNWRITTEN_TAKE,
    featured: papers.slice(0, FEATURED).map(({ id }) => id),
    publishedAt: now.toISOString(),
  }
}

type Ports = { reader: PublicReader; markdown: MarkdownRenderer; emails: EmailComposer }

type ComposedBrief = Pick<Brief, 'id' | 'week' | 'title' | 'summary' | 'take' | 'featured'>

/** Featured papers that are not public are left out. */
const compose = async (
  { reader, emails }: Ports,
  brief: ComposedBrief,
  markupOf: MarkupOf,
): Promise<(subscriberId: string) => EmailContent> => {
  const featured = await reader.related.publicPapers(brief.featured)
  const mentioned = await findMentionedPapers(reader.related, [brief.summary, brief.take])
  return emails.brief({ brief, featured, mentioned, summary: markupOf(brief.summary), take: markupOf(brief.take) })
}

/** Composes a published brief as an email, for any number of subscribers. Throws `not_found`. */
export const composeBriefEmail = async (ports: Ports, id: string): Promise<(subscriberId: string) => EmailContent> => {
  const { reader, markdown } = ports
  const brief = await reader.briefs.find(id)
  if (brief === null) throw new Failure('not_found', `There is no published brief ${id}.`)
  return compose(ports, brief, await renderCachedTexts({ renderings: reader.renderings, markdown }, briefTexts(brief)))
}

/** No subscriber has this id, so the unsubscribe link of a preview has no effect. */
const NOBODY = 'preview'

/** A brief, published or not, as subscribers would get it now. */
export const previewBriefEmail = async (ports: Ports, draft: ComposedBrief): Promise<EmailContent> => {
  const brief = { ...draft, summary: withoutMarks(draft.summary), take: withoutMarks(draft.take) }
  const toSubscriber = await compose(ports, brief, await renderTexts(ports.markdown, [brief.summary, brief.take]))
  return toSubscriber(NOBODY)
}
