import type { MarkdownMarkup } from '#core/text/markdown.ts'

export type MarkdownRenderer = {
  /** Increased whenever the markup of any text changes; older markup is then rendered again. */
  version: number
  /**
   * Renders each text off the main thread. A text beyond the size limits is rendered as plain text. Throws
   * `unavailable` when too many requests are waiting.
   */
  render(texts: readonly string[]): Promise<MarkdownMarkup[]>
}
