import type { MarkdownMarkup } from '#core/text/markdown-markup.ts'
import type { MarkdownRenderer } from '#ports/markdown-renderer.ts'

/** A renderer that notes what it is asked for. */
export type NotingRenderer = MarkdownRenderer & { asked: string[] }

export const notingRenderer = (version = 1): NotingRenderer => {
  const asked: string[] = []
  return {
    version,
    asked,
    render: (texts) => {
      asked.push(...texts)
      return Promise.resolve(texts.map((text) => `<p>${version} ${text}</p>` as MarkdownMarkup))
    },
  }
}
