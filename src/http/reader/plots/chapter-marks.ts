import { symbol, symbolsFill, symbolTriangle } from 'd3-shape'
import { html, type Html } from '#html.ts'
import { chapters } from '#core/papers/chapter.ts'

/** Chapters differ by shape as well as by colour; papers without a chapter are small triangles. */

const AREA = 46

const shapeOf = (chapter: number | null): string => {
  const type = chapter === null ? symbolTriangle : (symbolsFill[chapter - 1] ?? symbolTriangle)
  return (symbol(type, chapter === null ? AREA / 2 : AREA)() ?? '').replaceAll(/\d+\.\d+/gu, (number) =>
    String(Math.round(Number(number) * 100) / 100),
  )
}

const markId = (chapter: number | null): string => `mark-${chapter ?? 0}`
const markClass = (chapter: number | null): string => `chapter-${chapter ?? 0}`

/** The shapes, drawn once for a page and used for each paper. */
export const markShapes = (): Html =>
  html`<defs>${[null, ...chapters].map(
    (chapter) => html`<path id="${markId(chapter)}" class="${markClass(chapter)}" d="${shapeOf(chapter)}" />`,
  )}</defs>`

/** The shape of a chapter at a place in a drawing; `x` and `y` are lengths as SVG takes them. */
export const mark = (chapter: number | null, x: string, y: string): Html =>
  html`<use href="#${markId(chapter)}" x="${x}" y="${y}" />`

/** A shape by itself, beside the name of its chapter. */
export const legendMark = (chapter: number | null): Html =>
  html`<svg class="mark" viewBox="-7 -7 14 14" aria-hidden="true"><path class="${markClass(chapter)}" d="${shapeOf(chapter)}" /></svg>`

/** What a chapter is called in figures: `3 Memory`. */
export type ChapterLabel = (chapter: number | null) => string

/** Labels with the names that the chapters have today. */
export const chapterLabels = (named: readonly { number: number; name: string }[]): ChapterLabel => {
  const names = new Map(named.map(({ number, name }) => [number, name]))
  return (chapter) => (chapter === null ? 'No chapter' : `${chapter} ${names.get(chapter) ?? ''}`.trim())
}
