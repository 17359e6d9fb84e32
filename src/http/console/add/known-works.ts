import { bestVisibleMatch, visibleToCompare } from '#core/imports/found-work.ts'
import { withIdentifiers } from '#core/papers/identifiers.ts'
import { workSet } from '#core/papers/same-work/work-set.ts'
import { matchReasons, sameWork, type Work } from '#core/papers/same-work/same-work.ts'
import { bareArxivId, bareDoi } from '#formats/text/identifiers.ts'
import { yieldToEventLoop } from '#imports/pacing.ts'
import type { KnownWork } from '#ports/store/imports.ts'
import type { Store } from '#ports/store/store.ts'
import type { AddRow } from './input.ts'

/** What the library, the inbox or the page itself has of the work of a row. */
export type Known = {
  /** The paper that is the same work, and what shows it; null for none. */
  paper: { id: string; title: string; state: KnownWork['state']; by: string } | null
  /** Papers that may be the same work, which a person has to decide. */
  perhaps: { id: string; title: string }[]
  /** Whether the identifier waits in the inbox. */
  isInInbox: boolean
  /** The number of an earlier row with the same work; null for none. */
  twiceOf: number | null
}

const orNull = (text: string): string | null => (text === '' ? null : text)

const workOf = ({ values }: AddRow): Work & { url: string | null } => {
  const given = {
    title: values.title,
    authors: values.authors.split(';').map((name) => name.trim()),
    year: Number(values.year) || 0,
    doi: orNull(bareDoi(values.doi).toLowerCase()),
    arxivId: bareArxivId(values.arxivId),
    url: orNull(values.url),
    storageUrl: null,
  }
  return withIdentifiers(given)
}

/** Finds each work by the indexes that imports use: a few look-ups a row, whatever the size of the library. */
const findOne = async ({ imports, candidates }: Store['private'], work: ReturnType<typeof workOf>) => {
  const hasIdentifier = work.doi !== null || work.arxivId !== null
  const alike = hasIdentifier || work.title !== '' ? await imports.workCandidates(work) : []
  const [there] = hasIdentifier || work.url === null || alike.length > 0 ? [] : await imports.atAddress(work.url)
  const found = bestVisibleMatch(alike, null)
  const same = found ?? there
  return {
    paper:
      same === undefined
        ? null
        : {
            id: same.paper.id,
            title: same.paper.title,
            state: same.state,
            by: found === null ? 'the same address' : matchReasons[found.match],
          },
    perhaps: visibleToCompare(alike, null).map(({ paper: { id, title } }) => ({ id, title })),
    isInInbox: hasIdentifier && (await candidates.findByIdentifiers(work)).some(({ state }) => state === 'open'),
  }
}

/** What is known of the works of all rows, in order. */
export const findKnown = async (store: Pick<Store, 'private'>, rows: readonly AddRow[]): Promise<Known[]> => {
  const earlier = workSet()
  const works: ReturnType<typeof workOf>[] = []
  const known: Known[] = []
  for (const row of rows) {
    const work = workOf(row)
    const at = earlier.has(work) ? works.findIndex((other) => sameWork(other, work) !== null) : -1
    known.push({ ...(await findOne(store.private, work)), twiceOf: at === -1 ? null : at })
    earlier.add(work)
    works.push(work)
    await yieldToEventLoop()
  }
  return known
}
