import { html, type Html, type Part } from '#html.ts'

/**
 * Drawings are as wide as their surroundings while their text keeps the size of the page's: places are percentages of
 * the drawing, and only curves lie in a box of 100 × 100 that is stretched, with lines that are not.
 */

const GROUPED = new Intl.NumberFormat('en')

/** A count with its thousands set apart: `12,345`. */
export const grouped = (count: number): string => GROUPED.format(count)

export const papersInWords = (papers: number): string => `${grouped(papers)} ${papers === 1 ? 'paper' : 'papers'}`

/** A share of 0 to 1 as a percentage, with one decimal below ten percent. */
export const percent = (share: number): string => `${(share * 100).toFixed(share > 0 && share < 0.1 ? 1 : 0)}%`

const rounded = (value: number): string => String(Math.round(value * 100) / 100)

/** A place in a drawing, from 0 to 100. */
export const place = (value: number): string => `${rounded(value)}%`

/** A curve in the stretched box; `d` holds coordinates of 0 to 100. */
export const curve = (kind: 'area' | 'line', d: string | null): Html =>
  html`<path class="${kind}" d="${(d ?? '').replaceAll(/\d+\.\d+/gu, (number) => rounded(Number(number)))}" />`

export const stretched = (curves: Part): Html =>
  html`<svg viewBox="0 0 100 100" preserveAspectRatio="none" width="100%" height="100%">${curves}</svg>`

type Drawing = {
  kind: 'curve' | 'small' | 'bars'
  /** What it shows, for those who cannot see it. */
  label: string
  /** Where the style sheet cannot know it. */
  height?: string
}

/** An image that is told by its title. */
export const drawing = ({ kind, label, height }: Drawing, parts: Part): Html =>
  html`<svg class="plot ${kind}" role="img" width="100%"${height !== undefined && html` height="${height}"`}><title>${label}</title>${parts}</svg>`

/** A horizontal line of the grid with what it stands for. */
export const gridLine = (y: number, label: string): Html =>
  html`<line class="grid" x1="0" x2="100%" y1="${place(y)}" y2="${place(y)}" /><text class="end" x="0" dx="-0.5em" y="${place(y)}" dy="0.32em">${label}</text>`

/** What a place on the horizontal axis stands for; `end` keeps the last one within the drawing. */
export const below = (x: number, label: string, anchor: 'middle' | 'end' = 'middle'): Html =>
  html`<text class="${anchor}" x="${place(x)}" y="100%" dy="1.4em">${label}</text>`

export const dot = (x: number, y: number): Html => html`<circle cx="${place(x)}" cy="${place(y)}" r="3" />`

/** An unseen column that tells its value to the pointer. */
export const told = (from: number, to: number, words: string): Html =>
  html`<rect class="told" x="${place(from)}" width="${place(to - from)}" y="0" height="100%"><title>${words}</title></rect>`
