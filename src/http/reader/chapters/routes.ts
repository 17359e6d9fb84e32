import type { Context } from 'hono'
import type { MarkdownRenderer } from '#ports/markdown-renderer.ts'
import { readQuery } from '#http/input/query.ts'
import type { Cursors } from '#http/paging/signed-cursors.ts'
import { introductionOf, renderKept } from '#http/reader/rendered-texts.ts'
import { readPosition, signPosition } from '#http/reader/library-cursor.ts'
import { EMPTY_LIBRARY_QUERY, toLibraryFilter } from '#http/reader/library/input.ts'
import { chapterIn, PAPERS_PER_PAGE, presentEntry } from '#http/reader/library/present.ts'
import { HTML_TYPE, page } from '#http/routing/reply.ts'
import { withForms } from '#http/routing/form.ts'
import type { Route } from '#http/routing/route.ts'
import { chapterForms, chapterNumber, type ChapterFormPorts } from './forms.ts'
import { chapterInput } from './input.ts'
import { chapterPage } from './pages/chapter.ts'
import { chaptersPage } from './pages/chapters.ts'

type Ports = ChapterFormPorts & { markdown: MarkdownRenderer; cursors: Cursors; houseName: string }

const showChapters = (ports: Ports) => async () => {
  const { houseName, store } = ports
  const { papers } = store.public
  const chapters = await store.public.chapters.list()
  const markupOf = await renderKept(ports, chapters.map(introductionOf))
  const counted = chapters.map(async (chapter) => ({
    chapter,
    papers: await papers.countByAttributes({ chapter: chapter.number, type: null, minLongHorizon: null }),
  }))
  return page(200, chaptersPage({ houseName, chapters: await Promise.all(counted), markupOf }))
}

const showChapter = (ports: Ports) => async (context: Context) => {
  const { store, cursors, houseName } = ports
  const chapter = chapterNumber(context.req.param('chapter') ?? '')
  const { cursor } = readQuery(context, chapterInput)
  const { library } = store.public
  const question = `chapter ${chapter}`
  const filter = toLibraryFilter({ ...EMPTY_LIBRARY_QUERY, chapter })
  const found = await library.page(filter, 'long-horizon', readPosition(cursors, question, cursor), PAPERS_PER_PAGE)
  const chapters = await store.public.chapters.names()
  const text = await store.public.chapters.get(chapter)
  const here = `/chapters/${chapter}`
  const markup = chapterPage({
    houseName,
    text,
    markupOf: await renderKept(ports, [introductionOf(text)]),
    before: chapterIn(chapters, chapter - 1),
    after: chapterIn(chapters, chapter + 1),
    years: await library.chapterYears(chapter),
    matches: found.counts,
    entries: found.papers.map((paper) => presentEntry(paper, null, chapters)),
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
        summary: 'All chapters with their papers counted',
        responses: { 200: htmlResponse('The list of chapters.') },
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
          400: htmlResponse('The cursor is not one that was given out for it.'),
          404: htmlResponse('There is no such chapter.'),
        },
        handle: showChapter(ports),
      },
      forms.chapter,
    ),
  ]
}
