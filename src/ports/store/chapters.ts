import type { Chapter, ChapterRecord, ChapterText, NamedChapter } from '#core/papers/chapter.ts'

export type ChapterReader = {
  /** All seven, in order. */
  list(): Promise<ChapterRecord[]>
  /** The names of all seven, in order. Pages that link to chapters need no more: introductions are long. */
  names(): Promise<NamedChapter[]>
  get(number: Chapter): Promise<ChapterRecord>
}

export type ChapterWriter = {
  /** Puts other words in place of a chapter's; the new version. */
  put(number: Chapter, text: ChapterText, at: string): Promise<number>
}
