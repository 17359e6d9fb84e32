import { parseChapter, type Chapter } from '#core/papers/chapter.ts'
import { Failure } from '#core/failure.ts'
import { wholeLibrary } from '#core/search/library-filter.ts'
import { everyPaper } from '#core/search/paper-filter.ts'
import { chapterMarkdown, paperList } from '#schemas/markdown/editorial-markdown.ts'
import { feedForms } from '#http/reader/feeds/feed-forms.ts'
import { readPaperFeed, type FeedPorts } from '#http/reader/feeds/paper-feed.ts'
import { readQuery } from '#http/input/query.ts'
import { markdownForm } from '#http/reader/markdown-form.ts'
import { pageUrls } from '#http/reader/page-urls.ts'
import type { Form } from '#http/routing/form.ts'
import { chapterInput } from './input.ts'

export type ChapterFormPorts = FeedPorts

const PAPERS_LISTED = 100

/** Throws `not_found` for what is no chapter. */
export const chapterNumber = (given: string): Chapter => {
  const chapter = parseChapter(given)
  if (chapter === null) throw new Failure('not_found', `There is no chapter ${given}; the library has chapters 1 to 7.`)
  return chapter
}

/** Chapters in Markdown, and the papers of one as feeds. */
export const chapterForms = (ports: ChapterFormPorts): Record<'chapters' | 'chapter', Form[]> => {
  const { store, publicUrl } = ports
  const chapters = async (): Promise<string> => {
    const all = await store.public.chapters.list()
    return `# Chapters\n${all.map((chapter) => `\n${chapterMarkdown(chapter, 2)}`).join('')}`
  }
  const chapter = async (given: string): Promise<string> => {
    const number = chapterNumber(given)
    const { papers } = store.public
    const filter = { ...everyPaper, chapter: number }
    const [all, total, first] = await Promise.all([
      store.public.chapters.list(),
      papers.countByAttributes(filter),
      papers.list(filter, null, PAPERS_LISTED),
    ])
    const texts = all.filter((found) => found.number === number).map((found) => chapterMarkdown(found))
    return `${texts.join('')}${paperList(pageUrls(publicUrl()), 2, first.papers, total)}`
  }
  const feeds = feedForms(ports, async (context, given) => {
    const number = chapterNumber(given)
    const { before } = readQuery(context, chapterInput)
    const named = (await store.public.chapters.names()).find((found) => found.number === number)
    return {
      title: `chapter ${number}, ${named?.name ?? ''}`,
      subtitle: 'New and changed papers of the chapter, latest change first.',
      path: `/chapters/${number}`,
      formPath: `/chapters/${number}`,
      search: {},
      ...(await readPaperFeed(ports, { ...wholeLibrary, chapter: number }, before ?? null)),
    }
  })
  return { chapters: [markdownForm(chapters)], chapter: [markdownForm(chapter), ...feeds] }
}
