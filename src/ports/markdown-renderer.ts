import type { MarkdownMarkup } from '#core/text/markdown.ts'
import type { Formula, MathMarkup } from '#core/text/mathematics.ts'

export type MarkdownRenderer = {
  /** Increased whenever the markup of any text changes; older markup is then rendered again. */
  version: number
  /**
   * Renders each text off the main thread. A text beyond the size limits is rendered as plain text. Throws
   * `unavailable` when too many requests are waiting.
   */
  render(texts: readonly string[]): Promise<MarkdownMarkup[]>
  /** MathML of each formula, also made off the main thread; null for one that stays TeX. Throws `unavailable` like `render`. */
  renderFormulas(formulas: readonly Formula[]): Promise<(MathMarkup | null)[]>
}
