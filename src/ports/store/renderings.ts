import type { MarkdownMarkup } from '#core/text/markdown-markup.ts'

/** What a text belongs to, such as `paper:p12`, `version:p12:3` for what an earlier version said, or `brief:2026-w47:take`. */
export type RenderingSubject =
  | `paper:${string}`
  | `version:${string}:${number}`
  | `gap:${string}`
  | `chapter:${string}`
  | `brief:${string}`

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

/** A full text that the public sees or has seen, named by the version of its paper that brought it. */
export type StoredText = { paperSeq: number; version: number; text: string }

/** The markup of each section of one part, in their order. Parts are counted from 1. */
export type RenderedPart = { part: number; markups: readonly MarkdownMarkup[] }

export type RenderedTextReader = {
  /**
   * What this version of the renderer made of parts of a full text, by their numbers: of the text that a version of the
   * paper had, or has now where `version` is null.
   */
  findParts(
    of: { paperId: string; version: number | null },
    parts: readonly number[],
    renderer: number,
  ): Promise<Map<number, readonly MarkdownMarkup[]>>
  /** A text that this version of the renderer has not finished yet. */
  outdatedText(renderer: number): Promise<StoredText | null>
}

export type RenderedTextWriter = {
  keepPart(of: StoredText, part: RenderedPart, renderer: number): Promise<void>
  /** Notes that all parts are kept, and removes what other versions of the renderer made. */
  finishText(of: StoredText, renderer: number): Promise<void>
}
