import { textKey } from '#core/text/tokenize.ts'
import { compareWorks, type Work } from './same-work.ts'
import { lookupTitleKeys, lookupWorkKeys, titleBeginning, workKeys } from './work-keys.ts'

/** Works in memory, found by the keys that stored papers are found by. */
export type WorkSet = {
  add(work: Work): void
  /** Whether a work in the set is or may be the same one, and shares an identifier or key with it. */
  has(work: Work): boolean
}

export const workSet = (): WorkSet => {
  const keys = new Set<string | null>()
  const titles = new Set<string>()
  const identifiers = new Set<string | null>()
  const works: Work[] = []
  const sharesKey = (work: Work): boolean => {
    const beginning = titleBeginning(work)
    return (
      identifiers.has(work.doi) ||
      identifiers.has(work.arxivId) ||
      lookupWorkKeys(work).some((key) => keys.has(key)) ||
      lookupTitleKeys(work).some((key) => titles.has(key)) ||
      titles.values().some((title) => title.startsWith(beginning))
    )
  }
  return {
    add: (work) => {
      works.push(work)
      for (const key of workKeys(work)) keys.add(key)
      titles.add(textKey(work.title))
      for (const identifier of [work.doi, work.arxivId]) if (identifier !== null) identifiers.add(identifier)
    },
    has: (work) => sharesKey(work) && works.some((known) => compareWorks(known, work) !== null),
  }
}
