import type { Context } from 'hono'
import type { Paper } from '#core/papers/paper.ts'
import { everyPaper } from '#core/search/paper-filter.ts'
import { readPosition, signPosition } from '#http/paging/positions.ts'
import { usualOrder } from '#core/search/usual-order.ts'
import type { MarkdownMarkup } from '#core/text/markdown.ts'
import type { BriefSummary } from '#core/editorial/brief.ts'
import { byId, linkPaperIds, paperLinker } from '#core/papers/paper-mentions.ts'
import { Failure } from '#core/failure.ts'
import { briefTexts, correctionTexts } from '#queries/rendered-texts.ts'
import { page, type Reply, HTML_TYPE } from '#http/routing/reply.ts'
import { pathId, readQuery } from '#http/input/query.ts'
import { findMentionedPapers } from '#queries/mentioned-papers.ts'
import { commentariesOf, renderCached, explanationOf } from '#http/reader/rendered-texts.ts'
import { briefPage, briefsPage } from '#http/reader/editorial/pages/briefs.ts'
import {
  siteOf,
  type Ports,
  conceptInput,
  conceptsInput,
  countByName,
  noSuchPage,
  slicePage,
  gapsInput,
} from './present.ts'
import { shownTrend, trendFlips, trends } from '#core/editorial/trend.ts'
import { withTrend, unknownConcept } from '#queries/concepts.ts'
import { chartRoutes } from '#http/reader/plots/files.ts'
import { conceptPath } from '#http/reader/addresses.ts'
import { conceptCharts, conceptPage, conceptsPage } from '#http/reader/editorial/pages/concepts.ts'
import { gapStates, type GapWithPapers, severities } from '#core/editorial/gap.ts'
import { readShownEvidence, renderCitingElsewhere, renderCitingTexts } from '#http/reader/evidence/present.ts'
import { gapPage, gapsPage } from '#http/reader/editorial/pages/gaps.ts'
import { withForms, type Route } from '#http/routing/route.ts'
import { editorialForms } from './forms.ts'

const listBriefs =
  ({ store, site }: Ports) =>
  async (): Promise<Reply> =>
    page(200, briefsPage(site, await store.public.related.listBriefs()))

const adjacentBriefs = (briefs: readonly BriefSummary[], id: string) => {
  const place = briefs.findIndex((brief) => brief.id === id)
  return { earlier: briefs[place + 1] ?? null, later: place < 1 ? null : (briefs[place - 1] ?? null) }
}

const showBrief =
  (ports: Ports) =>
  async (context: Context): Promise<Reply> => {
    const { briefs, related, chapters: chapterReader } = ports.store.public
    const id = pathId(context)
    const brief = await briefs.find(id)
    if (brief === null) throw new Failure('not_found', `There is no brief ${id}.`)
    const [featured, published, chapters, corrected] = await Promise.all([
      related.publicPapers(brief.featured),
      related.listBriefs(),
      chapterReader.names(),
      briefs.corrections([id]),
    ])
    const corrections = corrected.get(id) ?? []
    const texts = [
      brief.summary,
      brief.take,
      ...corrections.map(({ text }) => text),
      ...featured.map(({ commentary }) => commentary),
    ]
    const mentioned = await findMentionedPapers(related, texts)
    const markupOf = await renderCached(ports, [
      ...briefTexts(brief),
      ...correctionTexts(id, corrections),
      ...commentariesOf(featured),
    ])
    const evidence = await readShownEvidence(ports, 'brief', id)
    const citing = await renderCitingTexts(ports, evidence)
    const citingFeatured = await renderCitingElsewhere(
      ports,
      featured.map((paper) => `paper:${paper.id}` as const),
    )
    const linked = (markup: MarkdownMarkup) => linkPaperIds(markup, mentioned)
    return page(
      200,
      briefPage(siteOf(ports), {
        brief,
        corrections,
        featured,
        scores: ports.site.current().scores,
        chapters,
        mentioned,
        markupOf,
        commentaryOf: (paper, commentary) => citingFeatured(`paper:${paper.id}`, markupOf(commentary), linked),
        summary: citing(`brief:${id}:summary`, markupOf(brief.summary), linked),
        take: citing(`brief:${id}:take`, markupOf(brief.take), linked),
        evidence,
        ...adjacentBriefs(published, id),
      }),
    )
  }

const CONCEPTS_PER_PAGE = 50
const YEARS_DRAWN = 10
const PAPERS_PER_PAGE = 20
const CO_OCCURRING_SHOWN = 12
const FLIPS_SHOWN = 10

const listConcepts =
  ({ store, conceptTrends, site }: Ports) =>
  async (context: Context): Promise<Reply> => {
    const { trend, page: number } = readQuery(context, conceptsInput)
    const all = await conceptTrends()
    const shown = all.map((concept) => ({ concept, label: shownTrend(concept.papers, concept.evidence.trend) }))
    const counts = countByName(
      trends,
      shown.flatMap(({ label }) => label ?? []),
    )
    const wanted = shown.filter(({ label }) => trend === undefined || label === trend).map(({ concept }) => concept)
    const concepts = slicePage(wanted, number, CONCEPTS_PER_PAGE)
    if (concepts === null) throw noSuchPage(number)
    const newest = concepts[0]?.evidence.window.newest ?? 0
    const ids = concepts.map(({ id }) => id)
    const years = await store.public.related.conceptYears(ids, newest - YEARS_DRAWN + 1)
    const pages = Math.ceil(wanted.length / CONCEPTS_PER_PAGE)
    return page(
      200,
      conceptsPage(site, { total: all.length, counts, trend: trend ?? null, page: number, pages, concepts, years }),
    )
  }

/** A page of the papers of a concept in the usual order; `next` is the cursor of the page after it. */
const conceptPapers = async (
  { store, cursors, site }: Ports,
  { id, cursor }: { id: string; cursor: string | undefined },
): Promise<{ papers: readonly Paper[]; next: string | null }> => {
  const question = `concept ${id} ${usualOrder(site.current().scores)}`
  const from = readPosition(cursors, question, cursor)
  const filter = { ...everyPaper, concept: id }
  const { papers, next } = await store.public.library.list(
    filter,
    usualOrder(site.current().scores),
    from,
    PAPERS_PER_PAGE,
  )
  return { papers, next: next === null ? null : signPosition(cursors, question, next) }
}

const showConcept =
  (ports: Ports) =>
  async (context: Context): Promise<Reply> => {
    const { cursor } = readQuery(context, conceptInput)
    const id = pathId(context)
    const { related, concepts } = ports.store.public
    const found = await related.conceptTimeline(id)
    if (found === null) throw await unknownConcept(concepts, id)
    const { scores } = ports.site.current()
    const [{ papers, next }, coOccurring, weeks] = await Promise.all([
      conceptPapers(ports, { id, cursor }),
      related.coOccurringConcepts(id, CO_OCCURRING_SHOWN),
      concepts.trendWeeks(id),
    ])
    const view = {
      concept: withTrend(found),
      years: found.years,
      flips: trendFlips(weeks).slice(0, FLIPS_SHOWN),
      coOccurring,
      scores,
      papers,
      isFirstPage: cursor === undefined,
      next,
    }
    return page(200, conceptPage(siteOf(ports), view))
  }

/** The explanations of a list of gaps. Their marks lead to the evidence on the pages of the gaps. */
const renderExplanations = async (
  ports: Ports,
  gaps: readonly GapWithPapers[],
): Promise<(gap: GapWithPapers) => MarkdownMarkup> => {
  const [markupOf, mentioned, citing] = await Promise.all([
    renderCached(ports, gaps.map(explanationOf)),
    findMentionedPapers(
      ports.store.public.related,
      gaps.map(({ explanation }) => explanation),
    ),
    renderCitingElsewhere(
      ports,
      gaps.map(({ id }) => `gap:${id}` as const),
    ),
  ])
  const linked = paperLinker(new Map([...mentioned, ...byId(gaps.flatMap(({ papers }) => papers))]))
  return ({ id, explanation }) => citing(`gap:${id}`, markupOf(explanation), linked)
}

const GAPS_PER_PAGE = 20
const CONCEPTS_COVERED = 30

const listGaps =
  (ports: Ports) =>
  async (context: Context): Promise<Reply> => {
    const { store, site } = ports
    const { severity, state, page: number } = readQuery(context, gapsInput)
    const { related } = store.public
    const all = await related.gaps(null)
    const counts = countByName(
      severities,
      all.map((gap) => gap.severity),
    )
    const states = countByName(
      gapStates,
      all.map((gap) => gap.state),
    )
    const wanted = all.filter(
      (gap) => (severity === undefined || gap.severity === severity) && (state === undefined || gap.state === state),
    )
    const gaps = slicePage(wanted, number, GAPS_PER_PAGE)
    if (gaps === null) throw noSuchPage(number)
    const [coverage, chapters] = await Promise.all([
      related.conceptCoverage(CONCEPTS_COVERED),
      store.public.chapters.names(),
    ])
    const shownExplanation = await renderExplanations(ports, gaps)
    const pages = Math.ceil(wanted.length / GAPS_PER_PAGE)
    return page(
      200,
      gapsPage(site, {
        counts,
        severity: severity ?? null,
        states,
        state: state ?? null,
        page: number,
        pages,
        gaps,
        chapters,
        coverage,
        scores: ports.site.current().scores,
        explanationOf: shownExplanation,
      }),
    )
  }

/** The public papers that the history of a gap names, by id. */
const namedPapers = async ({ store }: Ports, { history }: GapWithPapers): Promise<ReadonlyMap<string, Paper>> => {
  const ids = new Set(history.flatMap(({ papers }) => papers))
  const papers = await store.public.related.publicPapers([...ids])
  return new Map(papers.map((paper) => [paper.id, paper]))
}

const showGap =
  (ports: Ports) =>
  async (context: Context): Promise<Reply> => {
    const gap = await ports.store.public.related.gap(pathId(context))
    if (gap === null) throw new Failure('not_found', `There is no gap ${pathId(context)}.`)
    const { related } = ports.store.public
    const [markupOf, mentioned, named, evidence] = await Promise.all([
      renderCached(ports, [explanationOf(gap)]),
      findMentionedPapers(related, [gap.explanation]),
      namedPapers(ports, gap),
      readShownEvidence(ports, 'gap', gap.id),
    ])
    const citing = await renderCitingTexts(ports, evidence)
    const linked = paperLinker(new Map([...mentioned, ...byId(gap.papers)]))
    const explanation = citing(`gap:${gap.id}`, markupOf(gap.explanation), linked)
    const site = { ...siteOf(ports), scores: ports.site.current().scores }
    return page(200, gapPage(site, { gap, explanation, named, evidence }))
  }

const publicPage = { method: 'get', access: 'public', caching: 'revision', allowCors: false } as const
const htmlResponse = (description: string) => ({ description, type: HTML_TYPE })

export const editorialPageRoutes = (ports: Ports): Route[] => {
  const forms = editorialForms(ports)
  return [
    ...withForms(
      {
        ...publicPage,
        path: '/concepts',
        summary: 'Concepts with their trends, most papers first',
        query: conceptsInput,
        responses: {
          200: htmlResponse('The page.'),
          404: htmlResponse('The list has no such page.'),
        },
        handle: listConcepts(ports),
      },
      forms.concepts,
    ),
    ...withForms(
      {
        ...publicPage,
        path: '/concepts/:id',
        summary: 'One concept: the evidence of its trend, its papers, related concepts',
        query: conceptInput,
        responses: {
          200: htmlResponse('The page.'),
          308: htmlResponse('The concept was merged into another, which Location names.'),
          404: htmlResponse('No such concept.'),
        },
        handle: showConcept(ports),
      },
      forms.concept,
    ),
    ...(['share', 'years'] as const).flatMap((name) =>
      chartRoutes(ports, {
        path: `/concepts/:id/${name}`,
        summary: name === 'share' ? 'The share of a concept by year' : 'The papers of a concept by year',
        responses: {
          308: htmlResponse('The concept was merged into another, which Location names.'),
          404: htmlResponse('No such concept.'),
        },
        read: async (context) => {
          const id = pathId(context)
          const { related, concepts } = ports.store.public
          const found = await related.conceptTimeline(id)
          if (found === null) throw await unknownConcept(concepts, id)
          return { chart: conceptCharts(found.counts.name, found.years)[name], page: conceptPath(id) }
        },
      }),
    ),
    ...withForms(
      {
        ...publicPage,
        path: '/gaps',
        summary: 'Research gaps, most severe first, and topics with few papers',
        query: gapsInput,
        responses: {
          200: htmlResponse('The page.'),
          404: htmlResponse('The list has no such page.'),
        },
        handle: listGaps(ports),
      },
      forms.gaps,
    ),
    ...withForms(
      {
        ...publicPage,
        path: '/gaps/:id',
        summary: 'One research gap',
        responses: { 200: htmlResponse('The page.'), 404: htmlResponse('No such gap.') },
        handle: showGap(ports),
      },
      forms.gap,
    ),
    ...withForms(
      {
        ...publicPage,
        path: '/briefs',
        summary: 'The archive of weekly briefs, newest first',
        responses: { 200: htmlResponse('The page.') },
        handle: listBriefs(ports),
      },
      forms.briefs,
    ),
    ...withForms(
      {
        ...publicPage,
        path: '/briefs/:id',
        summary: 'One weekly brief with its featured papers',
        responses: { 200: htmlResponse('The page.'), 404: htmlResponse('No such brief.') },
        handle: showBrief(ports),
      },
      forms.brief,
    ),
  ]
}
