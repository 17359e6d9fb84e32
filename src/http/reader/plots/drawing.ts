import { html, type Html, type Renderable } from '#html.ts'

/**
 * Drawings are as wide as their surroundings while their text keeps the size of the page's: places are percentages of
 * the drawing, and only curves lie in a box of 100 × 100 that is stretched, with lines that are not.
 */

/** A share of 0 to 1 as a percentage, with one decimal below ten percent. */

const rounded = (value: number): string => String(Math.round(value * 100) / 100)

/** A place in a drawing, from 0 to 100. */
export const coordinate = (value: number): string => `${rounded(value)}%`

/** A curve in the stretched box; `d` holds coordinates of 0 to 100. */
export const curve = (kind: 'area' | 'line', d: string | null): Html =>
  html`<path class="${kind}" d="${(d ?? '').replaceAll(/\d+\.\d+/gu, (number) => rounded(Number(number)))}" />`

export const stretchedBox = (curves: Renderable): Html =>
  html`<svg viewBox="0 0 100 100" preserveAspectRatio="none" width="100%" height="100%">${curves}</svg>`

type Drawing = {
  kind: 'curve' | 'small' | 'bars'
  /** What it shows, for those who cannot see it. */
  label: string
  /** Where the style sheet cannot know it. */
  height?: string
}

/** An image whose title is its text alternative. */
export const drawing = ({ kind, label, height }: Drawing, parts: Renderable): Html =>
  html`<svg class="plot ${kind}" role="img" width="100%"${height !== undefined && html` height="${height}"`}><title>${label}</title>${parts}</svg>`

/** A horizontal line of the grid with what it stands for. */
export const gridLine = (y: number, label: string): Html =>
  html`<line class="grid" x1="0" x2="100%" y1="${coordinate(y)}" y2="${coordinate(y)}" /><text class="end" x="0" dx="-0.5em" y="${coordinate(y)}" dy="0.32em">${label}</text>`

/** What a place on the horizontal axis stands for; `end` keeps the last one within the drawing. */
export const axisLabel = (x: number, label: string, anchor: 'middle' | 'end' = 'middle'): Html =>
  html`<text class="${anchor}" x="${coordinate(x)}" y="100%" dy="1.4em">${label}</text>`

export const dot = (x: number, y: number): Html => html`<circle cx="${coordinate(x)}" cy="${coordinate(y)}" r="3" />`

/** An unseen column that tells its value to the pointer. */
export const hoverTarget = (from: number, to: number, words: string): Html =>
  html`<rect class="hover-area" x="${coordinate(from)}" width="${coordinate(to - from)}" y="0" height="100%"><title>${words}</title></rect>`
