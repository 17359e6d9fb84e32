import { usualOrder } from '#core/search/usual-order.ts'
import { z } from 'zod'
import { cursorParameter, readQuery } from '#http/input/query.ts'
import { beforeParameter, feedForms, readPaperFeed, type FeedPorts } from '#http/reader/feeds/feeds.ts'
import { chapterNameOf, type ChapterRecord, parseChapter } from '#core/papers/chapter.ts'
import { Failure } from '#core/failure.ts'
import { everyPaper } from '#core/search/paper-filter.ts'
import { withOpenings } from '#queries/mentioned-papers.ts'
import { chapterMarkdown, paperList } from '#schemas/markdown.ts'
import { markdownForm, introductionOf, renderLinked } from '#http/reader/rendered-texts.ts'
import { readPosition, signPosition } from '#http/paging/positions.ts'
import { pageUrls } from '#http/reader/addresses.ts'
import { type Form, withForms, type Route } from '#http/routing/route.ts'
import type { Context } from 'hono'
import type { PublicReader } from '#ports/store/store.ts'
import type { MarkdownRenderer } from '#ports/markdown-renderer.ts'
import type { Cursors } from '#http/paging/pagination.ts'
import { EMPTY_LIBRARY_QUERY, toLibraryFilter } from '#http/reader/library/input.ts'
import { PAPERS_PER_PAGE, presentEntry } from '#http/reader/library/present.ts'
import { HTML_TYPE, page } from '#http/routing/reply.ts'
import { chartRoutes } from '#http/reader/plots/files.ts'
import { chapterPage, chaptersPage, chapterYears } from './pages.ts'
import type { LiveSite } from '#ports/site.ts'

const chapterInput = z.object({ cursor: cursorParameter(), before: beforeParameter() })

type ChapterFormPorts = FeedPorts & { site: LiveSite }

const PAPERS_LISTED = 100

/** Throws `not_found` for anything that is not a chapter of the library. */
const getChapter = async ({ chapters }: Pick<PublicReader, 'chapters'>, given: string): Promise<ChapterRecord> => {
  const number = parseChapter(given)
  if (number === null) throw new Failure('not_found', `There is no chapter ${given}.`)
  return chapters.get(number)
}

/** Throws `not_found` if the library has none. */
const getChapters = async ({ chapters }: Pick<PublicReader, 'chapters'>): Promise<ChapterRecord[]> => {
  const all = await chapters.list()
  if (all.length === 0) throw new Failure('not_found', 'This library has no chapters.')
  return all
}

/** Chapters in Markdown, and the papers of one as feeds. */
const chapterForms = (ports: ChapterFormPorts): Record<'chapters' | 'chapter', Form[]> => {
  const { store, publicUrl } = ports
  const chapters = async (): Promise<string> => {
    const all = await getChapters(store.public)
    return `# Chapters\n${all.map((chapter) => `\n${chapterMarkdown(chapter, 2)}`).join('')}`
  }
  const chapter = async (given: string): Promise<string> => {
    const found = await getChapter(store.public, given)
    const { papers, library } = store.public
    const filter = { ...everyPaper, chapter: found.number }
    const [total, first] = await Promise.all([
      papers.countByAttributes(filter),
      library.list(filter, usualOrder(ports.site.current().scores), null, PAPERS_LISTED),
    ])
    return `${chapterMarkdown(found)}${paperList(pageUrls(publicUrl()), 2, first.papers, total)}`
  }
  const feeds = feedForms(ports, async (context, given) => {
    const found = await getChapter(store.public, given)
    const { number } = found
    const { before } = readQuery(context, chapterInput)
    const name = chapterNameOf([found], number)
    return {
      title: `chapter ${number}${name === null ? '' : `, ${name}`}`,
      subtitle: 'New and changed papers of the chapter, latest change first.',
      path: `/chapters/${number}`,
      formPath: `/chapters/${number}`,
      search: {},
      ...(await readPaperFeed(ports, { ...everyPaper, chapter: number }, before ?? null)),
    }
  })
  return { chapters: [markdownForm(chapters)], chapter: [markdownForm(chapter), ...feeds] }
}

type Ports = ChapterFormPorts & { markdown: MarkdownRenderer; cursors: Cursors; site: LiveSite }

const showChapters = (ports: Ports) => async () => {
  const { site, store } = ports
  const { papers } = store.public
  const chapters = await getChapters(store.public)
  const markupOf = await renderLinked(ports, chapters.map(introductionOf))
  const counted = chapters.map(async (chapter) => ({
    chapter,
    papers: await papers.countByAttributes({ chapter: chapter.number, type: null, minLongHorizon: null }),
  }))
  return page(200, chaptersPage({ site, chapters: await Promise.all(counted), markupOf }))
}

const showChapter = (ports: Ports) => async (context: Context) => {
  const { store, cursors, site } = ports
  const text = await getChapter(store.public, context.req.param('chapter') ?? '')
  const chapter = text.number
  const { cursor } = readQuery(context, chapterInput)
  const { library } = store.public
  const { scores } = ports.site.current()
  const question = `chapter ${chapter}`
  const filter = toLibraryFilter({ ...EMPTY_LIBRARY_QUERY, chapter: [chapter] })
  const found = await library.page(filter, usualOrder(scores), readPosition(cursors, question, cursor), PAPERS_PER_PAGE)
  const chapters = await store.public.chapters.names()
  const place = chapters.findIndex(({ number }) => number === chapter)
  const here = `/chapters/${chapter}`
  const markup = chapterPage({
    site,
    text,
    markupOf: await renderLinked(ports, [introductionOf(text)]),
    before: chapters[place - 1],
    after: chapters[place + 1],
    years: await library.chapterYears(chapter),
    matches: found.counts,
    entries: (await withOpenings(store.public.related, found.papers)).map((paper) =>
      presentEntry(paper, null, chapters),
    ),
    scores,
    pages: {
      first: cursor === undefined ? null : `${here}#papers`,
      next: found.next === null ? null : `${here}?cursor=${signPosition(cursors, question, found.next)}`,
    },
  })
  return page(200, markup)
}

const publicPage = { method: 'get', access: 'public', caching: 'revision', allowCors: false } as const
const htmlResponse = (description: string) => ({ description, type: HTML_TYPE })

export const chapterPageRoutes = (ports: Ports): Route[] => {
  const forms = chapterForms(ports)
  return [
    ...withForms(
      {
        ...publicPage,
        path: '/chapters',
        summary: 'All chapters with the number of papers in each',
        responses: {
          200: htmlResponse('The list of chapters.'),
          404: htmlResponse('The library has no chapters.'),
        },
        handle: showChapters(ports),
      },
      forms.chapters,
    ),
    ...withForms(
      {
        ...publicPage,
        path: '/chapters/:chapter',
        summary: 'One chapter: introduction, years, concepts and papers',
        query: chapterInput,
        responses: {
          200: htmlResponse('The chapter.'),
          404: htmlResponse('There is no such chapter.'),
        },
        handle: showChapter(ports),
      },
      forms.chapter,
    ),
    ...chartRoutes(ports, {
      path: '/chapters/:chapter/years',
      summary: 'The papers of one chapter by year',
      responses: { 404: htmlResponse('There is no such chapter.') },
      read: async (context) => {
        const named = await getChapter(ports.store.public, context.req.param('chapter') ?? '')
        const years = await ports.store.public.library.chapterYears(named.number)
        return { chart: chapterYears(named, years), page: `/chapters/${named.number}` }
      },
    }),
  ]
}
