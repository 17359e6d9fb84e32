import type { MarkdownMarkup } from '#core/text/markdown-markup.ts'

/** What a text belongs to, such as `paper:p12` or `brief:2026-w47:take`. */
export type RenderingSubject = `paper:${string}` | `gap:${string}` | `chapter:${string}` | `brief:${string}`

/** Markdown that the public sees, as it stands in the store. */
export type RenderedText = { subject: RenderingSubject; text: string }

export type RenderingReader = {
  /** The markup that this version of the renderer made of what the subjects say now. */
  find(subjects: readonly RenderingSubject[], version: number): Promise<Map<RenderingSubject, MarkdownMarkup>>
  /** Texts that this version has not rendered since they changed, or never. */
  outdated(version: number, limit: number): Promise<RenderedText[]>
}

export type RenderingWriter = {
  /** Keeps markup with its text, unless that has changed meanwhile. */
  keep(rendered: RenderedText & { markup: MarkdownMarkup; version: number }): Promise<void>
}
