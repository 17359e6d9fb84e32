import type { MarkdownMarkup } from '#core/text/markdown-markup.ts'

export type MarkdownRenderer = {
  /** Another version gives other markup for some text: what an earlier one made is made again. */
  version: number
  /**
   * The markup of each text, made outside of the thread that answers requests. A text beyond the bounds is plain text.
   * Throws `unavailable` while too many others wait.
   */
  render(texts: readonly string[]): Promise<MarkdownMarkup[]>
}
