import type { Chapter, ChapterText } from '#core/papers/chapter.ts'

/** A chapter as it reads today. `version` is 0 until an editor changes its words, and rises with each change. */
export type ChapterRecord = ChapterText & { number: Chapter; version: number }

export type ChapterReader = {
  /** All seven, in order. */
  list(): Promise<ChapterRecord[]>
}

export type ChapterWriter = {
  /** Puts other words in place of a chapter's; the new version. */
  put(number: Chapter, text: ChapterText, at: string): Promise<number>
}
