/** The numbers that a chapter may have (contract 2.1). Which of them a library has is stored. */
export const chapters = [1, 2, 3, 4, 5, 6, 7] as const
export type Chapter = (typeof chapters)[number]

export const isChapter = (value: number): value is Chapter => (chapters as readonly number[]).includes(value)

/** Parses a text such as `3`; null for any other text. */
export const parseChapter = (text: string): Chapter | null => {
  const number = /^\d$/u.test(text) ? Number(text) : 0
  return isChapter(number) ? number : null
}

/** The introduction is Markdown. */
export type ChapterText = { name: string; introduction: string }

export type NamedChapter = { number: Chapter; name: string }

/** Whether a chapter has a name of its own, and is not called by its number alone. */
export const hasOwnName = ({ number, name }: NamedChapter): boolean => name !== `Chapter ${number}`

/** Such as `Chapter 3: Memory`. */
export const chapterTitle = (chapter: NamedChapter): string =>
  hasOwnName(chapter) ? `Chapter ${chapter.number}: ${chapter.name}` : chapter.name

/** The own name of one of the chapters; null for a number that the library lacks, too. */
export const chapterNameOf = (chapters: readonly NamedChapter[], number: number): string | null =>
  chapters.find((chapter) => chapter.number === number && hasOwnName(chapter))?.name ?? null

/** Such as `3 Memory`, where a heading says that it is a chapter. */
export const chapterLabel = (chapters: readonly NamedChapter[], number: number): string => {
  const name = chapterNameOf(chapters, number)
  return name === null ? `Chapter ${number}` : `${number} ${name}`
}

/** The place of a chapter in the order shown; what has no chapter stands last. */
export const chapterPlace = (chapters: readonly NamedChapter[], chapter: number | null): number => {
  const place = chapters.findIndex(({ number }) => number === chapter)
  return place === -1 ? chapters.length : place
}

/** The chapter that a paper names and the library lacks; null if there is none. */
export const lackedChapter = (chapters: readonly NamedChapter[], chapter: number | null): number | null =>
  chapters.some(({ number }) => number === chapter) ? null : chapter

/** What can be chosen instead of a chapter that the library lacks: `one of 1 Planning, 3 Memory, or none`. */
export const chapterChoices = (chapters: readonly NamedChapter[]): string =>
  chapters.length === 0
    ? 'none, since it has no chapters'
    : `one of ${chapters.map(({ number }) => chapterLabel(chapters, number)).join(', ')}, or none`

/** Such as `chapter 3 Memory`, within a sentence. */
export const chapterInText = (label: string): string => (label.startsWith('Chapter ') ? label : `chapter ${label}`)

/** `version` is 0 until an editor changes the text, and increases with each change. */
export type ChapterRecord = ChapterText & { number: Chapter; version: number }
