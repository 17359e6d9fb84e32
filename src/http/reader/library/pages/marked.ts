import { html, type Html } from '#html.ts'
import type { Piece } from '#core/search/highlight.ts'

/** A text with the words that a search found. */
export const marked = (pieces: readonly Piece[]): Html =>
  html`${pieces.map(({ text, isMarked }) => (isMarked ? html`<mark>${text}</mark>` : text))}`
