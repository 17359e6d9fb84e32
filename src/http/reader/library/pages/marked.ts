import { html, type Html } from '#html.ts'
import type { TextSegment } from '#core/search/highlight.ts'

/** A text with the words that a search found. */
export const highlighted = (pieces: readonly TextSegment[]): Html =>
  html`${pieces.map(({ text, isMatch }) => (isMatch ? html`<mark>${text}</mark>` : text))}`
