import { partHeading, partName } from '#core/papers/library-words.ts'
import { usualOrder } from '#core/search/usual-order.ts'
import type { Context } from 'hono'
import { Failure } from '#core/failure.ts'
import { shownTrend, trendFlips } from '#core/editorial/trend.ts'
import { everyPaper } from '#core/search/paper-filter.ts'
import { withTrend, unknownConcept } from '#queries/concepts.ts'
import { briefLine, briefMarkdown, conceptLine, conceptMarkdown, gapMarkdown, paperList } from '#schemas/markdown.ts'
import { readQuery, checkedId } from '#http/input/query.ts'
import { pageUrls, conceptPath } from '#http/reader/addresses.ts'
import { readBriefEntries, readGapEntries, feedForms, type FeedPage, readPaperFeed } from '#http/reader/feeds/feeds.ts'
import { footnotedText, footnotes, readShownEvidence } from '#http/reader/evidence/present.ts'
import { markdownForm } from '#http/reader/rendered-texts.ts'
import type { Form } from '#http/routing/route.ts'
import { conceptInput, conceptsInput, gapsInput, type Ports, flipSentence, trendSentences } from './present.ts'

/** The APIs list the rest, page by page. */
const CONCEPTS_LISTED = 2_000
const PAPERS_LISTED = 100
const FLIPS_LISTED = 10

/** The editorial pages as Markdown and feeds. */
export const editorialForms = (
  ports: Ports,
): Record<'concepts' | 'concept' | 'gaps' | 'gap' | 'briefs' | 'brief', Form[]> => {
  const { store, conceptTrends, publicUrl, site } = ports
  const urls = () => pageUrls(publicUrl())
  const concepts = async (_id: string, context: Context): Promise<string> => {
    const { trend } = readQuery(context, conceptsInput)
    const trends = await conceptTrends()
    const all =
      trend === undefined
        ? trends
        : trends.filter(({ papers, evidence }) => shownTrend(papers, evidence.trend) === trend)
    const shown = all.slice(0, CONCEPTS_LISTED)
    const note = all.length > shown.length ? `The first ${shown.length} of ${all.length}, most papers first.\n\n` : ''
    return `# ${partHeading('concepts', site.current())}\n\n${note}${shown.map((concept) => conceptLine(urls(), concept)).join('')}`
  }
  const concept = async (id: string): Promise<string> => {
    const { related, concepts: reader } = store.public
    const timeline = await related.conceptTimeline(id)
    if (timeline === null) throw await unknownConcept(reader, id)
    const found = withTrend(timeline)
    const flips = trendFlips(await reader.trendWeeks(id)).slice(0, FLIPS_LISTED)
    const order = usualOrder(site.current().scores)
    const { papers } = await store.public.library.list({ ...everyPaper, concept: id }, order, null, PAPERS_LISTED)
    return `${conceptMarkdown(urls(), found, [...trendSentences(found), ...flips.map(flipSentence)])}${paperList(urls(), 2, papers, found.papers)}`
  }
  const gaps = async (_id: string, context: Context): Promise<string> => {
    const { severity, state } = readQuery(context, gapsInput)
    const all = await store.public.related.gaps(severity ?? null, state ?? null)
    return `# ${partHeading('gaps', site.current())}\n\nQuestions that no paper here answers, most severe first.\n${all.map((gap) => `\n${gapMarkdown(urls(), gap, 2)}`).join('')}`
  }
  const gap = async (id: string): Promise<string> => {
    const found = await store.public.related.gap(id)
    if (found === null) throw new Failure('not_found', `There is no gap ${id}.`)
    const evidence = await readShownEvidence(ports, 'gap', id)
    const explanation = footnotedText(evidence, `gap:${id}`, found.explanation)
    return `${gapMarkdown(urls(), { ...found, explanation })}${footnotes(evidence, urls())}`
  }
  const briefs = async (): Promise<string> => {
    const all = await store.public.related.listBriefs()
    return `# ${partHeading('briefs', site.current())}\n\n${all.map((brief) => briefLine(urls(), brief)).join('')}`
  }
  const brief = async (id: string): Promise<string> => {
    const found = await store.public.briefs.find(id)
    if (found === null) throw new Failure('not_found', `There is no brief ${id}.`)
    const featured = await store.public.related.publicPapers(found.featured)
    const corrections = (await store.public.briefs.corrections([id])).get(id) ?? []
    const evidence = await readShownEvidence(ports, 'brief', id)
    const cited = {
      ...found,
      summary: footnotedText(evidence, `brief:${id}:summary`, found.summary),
      take: footnotedText(evidence, `brief:${id}:take`, found.take),
    }
    const document = briefMarkdown(urls(), { brief: cited, corrections, featured, houseName: site.current().name })
    return `${document}${footnotes(evidence, urls())}`
  }
  const conceptFeeds = feedForms(ports, async (context, id) => {
    const { before } = readQuery(context, conceptInput)
    const name = await store.public.library.conceptName(checkedId(id))
    if (name === null) throw await unknownConcept(store.public.concepts, id)
    return {
      title: name,
      subtitle: `New and changed papers on ${name}, latest change first.`,
      path: conceptPath(id),
      formPath: conceptPath(id),
      search: {},
      isAlias: !(await store.public.feeds.isPresentName('concept', id)),
      ...(await readPaperFeed(ports, { ...everyPaper, concept: id }, before ?? null)),
    }
  })
  const gapFeeds = feedForms(ports, async (context): Promise<FeedPage> => {
    const { severity } = readQuery(context, gapsInput)
    return {
      title: `${severity === undefined ? '' : `${severity} `}${site.current().labels.gaps?.many ?? 'research gaps'}`,
      subtitle: 'What the papers of the library leave open, latest change first.',
      path: '/gaps',
      formPath: '/gaps',
      search: severity === undefined ? {} : { severity },
      entries: await readGapEntries(ports, severity ?? null),
      before: null,
      nextBefore: null,
    }
  })
  const briefFeeds = feedForms(ports, async () => ({
    title: `weekly ${partName('briefs', site.current()).many}`,
    subtitle: `What came into the library each week, and what ${site.current().name} thinks of it.`,
    path: '/briefs',
    formPath: '/briefs',
    search: {},
    entries: await readBriefEntries(ports),
    before: null,
    nextBefore: null,
  }))
  return {
    concepts: [markdownForm(concepts)],
    concept: [markdownForm(concept), ...conceptFeeds],
    gaps: [markdownForm(gaps), ...gapFeeds],
    gap: [markdownForm(gap)],
    briefs: [markdownForm(briefs), ...briefFeeds],
    brief: [markdownForm(brief)],
  }
}
