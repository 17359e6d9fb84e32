import { chapterLabel, type NamedChapter } from '#core/papers/chapter.ts'

type Option = { value: string; label: string }

/** The chapters to choose from, and the chosen one if the library lacks it; empty if there is nothing to choose. */
export const chapterOptions = (chapters: readonly NamedChapter[], chosen: string): Option[] => {
  const known = chapters.map(({ number }) => ({ value: String(number), label: chapterLabel(chapters, number) }))
  const isLacked = chosen !== '' && !known.some(({ value }) => value === chosen)
  return [...known, ...(isLacked ? [{ value: chosen, label: `${chosen} (the library does not have it)` }] : [])]
}
