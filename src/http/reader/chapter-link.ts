import type { NamedChapter } from '#core/papers/chapter.ts'
import { html, type Html } from '#html.ts'

/** The way to a chapter, by its number and name. */
export const chapterLink = (chapters: readonly NamedChapter[], chapter: number): Html =>
  html`<a href="/chapters/${chapter}">${chapter} ${chapters.find(({ number }) => number === chapter)?.name}</a>`
