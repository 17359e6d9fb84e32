import { Failure } from '#core/failure.ts'
import type { MeaningReader } from '#ports/meaning.ts'
import type { Cursors } from './pagination.ts'

/**
 * Pages of a search whose question may have been compared by meaning. All pages have one order, so a cursor says which: it is
 * signed for the question by words, or for the same question by meaning.
 */
export type MeaningPages = {
  /** Where the page begins; null for the first one. */
  position: number | null
  /** What to compare the question with; null for the order by words alone. */
  meaning: MeaningReader | null
  /** The cursor of the next page of an answer. */
  sign(semantic: boolean, position: number): string
  /** Throws `unavailable` if the answer is not in the order of the page before. */
  refuseOtherOrder(semantic: boolean): void
}

type Ports = { cursors: Cursors; meaning: MeaningReader | null }

const RETRY_AFTER_SECONDS = 5

/** @param question by words: where no endpoint is configured, its cursors are the only ones */
export const pagesByMeaning = (
  { cursors, meaning }: Ports,
  question: string,
  cursor: string | undefined,
): MeaningPages => {
  const byMeaning = `${question} by meaning`
  const read = (): Pick<MeaningPages, 'position' | 'meaning'> => {
    if (meaning === null || cursor === undefined) return { position: cursors.read(question, cursor), meaning }
    try {
      return { position: cursors.read(byMeaning, cursor), meaning }
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      return { position: cursors.read(question, cursor), meaning: null }
    }
  }
  const page = read()
  return {
    ...page,
    sign: (semantic, position) => cursors.sign(semantic ? byMeaning : question, position),
    refuseOtherOrder: (semantic) => {
      if (page.position === null || page.meaning === null || semantic) return
      throw new Failure(
        'unavailable',
        'The page before was also ordered by meaning, which does not work at the moment; try again soon, or start again without the cursor.',
        { retryAfter: RETRY_AFTER_SECONDS },
      )
    },
  }
}
