import type { ChapterRecord } from '#core/papers/chapter.ts'
import { html, markdown, type Html } from '#html.ts'
import type { MarkupOf } from '#queries/render-kept-texts.ts'
import { layout } from '#http/pages/layout.ts'
import { countOfPapers } from '#http/reader/library/present.ts'

export type ChaptersView = {
  houseName: string
  chapters: readonly { chapter: ChapterRecord; papers: number }[]
  markupOf: MarkupOf
}

/** All chapters with their introductions and the number of papers in each. */
export const chaptersPage = ({ houseName, chapters, markupOf }: ChaptersView): Html =>
  layout({
    title: 'Chapters',
    houseName,
    activePath: '/',
    markdown: '/chapters.md',
    description: `The ${chapters.length} chapters of the library, with the number of papers in each.`,
    body: html`<h1>Chapters</h1>
      ${chapters.map(
        ({ chapter: { number, name, introduction }, papers }) =>
          html`<section>
      <h2><a href="/chapters/${number}">${number}. ${name}</a></h2>
      <p class="facts">${countOfPapers(papers)}</p>
      <div class="prose">${markdown(markupOf(introduction))}</div>
    </section>`,
      )}`,
  })
