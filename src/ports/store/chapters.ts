import type { Chapter, ChapterText, ChapterRecord } from '#core/papers/chapter.ts'

export type ChapterReader = {
  /** All seven, in order. */
  list(): Promise<ChapterRecord[]>
}

export type ChapterWriter = {
  /** Puts other words in place of a chapter's; the new version. */
  put(number: Chapter, text: ChapterText, at: string): Promise<number>
}
