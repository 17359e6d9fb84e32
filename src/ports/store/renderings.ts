import type { MarkdownMarkup } from '#core/text/markdown.ts'

/**
 * Identifies a text, such as `paper:p12`, `version:p12:3` for what an earlier version said, `brief:2026-w47:take` or `brief:2026-w47:correction-1`,
 * or `about`.
 */
export type RenderingSubject =
  | 'about'
  | `paper:${string}`
  | `version:${string}:${number}`
  | `gap:${string}`
  | `chapter:${string}`
  | `brief:${string}`

/** Public Markdown in its current form. */
export type RenderedText = { subject: RenderingSubject; text: string }

export type RenderingReader = {
  /** The markup that this version of the renderer made of the current texts. */
  find(subjects: readonly RenderingSubject[], version: number): Promise<Map<RenderingSubject, MarkdownMarkup>>
  /** Texts that this version has not rendered since they last changed. */
  outdated(version: number, limit: number): Promise<RenderedText[]>
}

export type RenderingWriter = {
  /** Stores markup, unless its text has changed in the meantime. */
  save(rendered: RenderedText & { markup: MarkdownMarkup; version: number }): Promise<void>
}

/** A full text that is or was public, named by the version of its paper that introduced it. */
export type StoredText = { paperSeq: number; version: number; text: string }

/** The markup of each section of one part, in order. Parts are counted from 1. */
export type RenderedPart = { part: number; markups: readonly MarkdownMarkup[] }

export type RenderedTextReader = {
  /**
   * The markup that this version of the renderer made of parts of a full text, by part number: of the text of a paper's
   * `version`, or of its current text if that is null.
   */
  findParts(
    of: { paperId: string; version: number | null },
    parts: readonly number[],
    renderer: number,
  ): Promise<Map<number, readonly MarkdownMarkup[]>>
  /** A text that this version of the renderer has not finished. */
  outdatedText(renderer: number): Promise<StoredText | null>
}

export type RenderedTextWriter = {
  savePart(of: StoredText, part: RenderedPart, renderer: number): Promise<void>
  /** Marks a text as rendered and deletes the markup of other renderer versions. */
  finishText(of: StoredText, renderer: number): Promise<void>
}
