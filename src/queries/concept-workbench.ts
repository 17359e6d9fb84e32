import type { ConceptRecord } from '#core/editorial/concept.ts'
import { findNearTwinsInSteps, type NearTwins } from '#core/editorial/near-twins.ts'
import type { Paper } from '#core/papers/paper.ts'
import { everyPaper, papersFoundBy } from '#core/search/paper-filter.ts'
import { parseSearchQuery } from '#core/search/search-query.ts'
import { textKey } from '#core/text/tokenize.ts'
import { doStepsApart } from '#core/steps.ts'
import type { PrivateReader, Store } from '#ports/store/store.ts'
import { oncePerRevision } from './once-per-revision.ts'

/** Concepts that need an editor. */
export type ConceptFindings = {
  twins: NearTwins<ConceptRecord>[]
  /** Without a public paper, by name. */
  unused: ConceptRecord[]
  /** In so many of the public papers that they tell nothing apart, most first. */
  overused: ConceptRecord[]
  /** How many public papers there are. */
  papers: number
}

const MOST_TWINS = 100
/** A concept in more than a fifth of the papers; a library of a few papers has many such. */
const OVERUSED_SHARE = 0.2
const SMALLEST_LIBRARY = 50

/** Reads and compares the concepts once for each corpus revision; `pause` lets others run in between. */
export const conceptFindings = (
  store: Pick<Store, 'private' | 'currentRevision'>,
  pause: () => Promise<void>,
): (() => Promise<ConceptFindings>) =>
  oncePerRevision(store, async () => {
    const concepts = await store.private.concepts.listAll()
    const { papers } = await store.private.stats.counts()
    return {
      twins: await doStepsApart(findNearTwinsInSteps(concepts, MOST_TWINS), pause),
      unused: concepts.filter((concept) => concept.papers === 0),
      overused: concepts
        .filter((concept) => papers >= SMALLEST_LIBRARY && concept.papers > papers * OVERUSED_SHARE)
        .toSorted((a, b) => b.papers - a.papers),
      papers,
    }
  })

/** Others with which a concept shares nearly all of its papers. */
const SHARED = 0.8
const SHARERS_READ = 10

/** Concepts of about as many papers that nearly all papers of a concept have, too; of a large concept a sample is compared. */
export const findSharers = async (
  reader: Pick<PrivateReader, 'related' | 'concepts'>,
  { id, papers }: ConceptRecord,
): Promise<ConceptRecord[]> => {
  const { sampleSize, concepts } = await reader.related.coOccurringConcepts(id, SHARERS_READ)
  const found: ConceptRecord[] = []
  for (const other of concepts.filter((one) => sampleSize > 1 && one.papers >= sampleSize * SHARED)) {
    const record = await reader.concepts.find(other.id)
    if (record !== null && record.papers * SHARED <= papers) found.push(record)
  }
  return found
}

const UNTAGGED_SHOWN = 20
const PAPERS_AT_ONCE = 100
/** Most papers that name a concept may have it already. */
const PAPERS_LOOKED_AT = 500

/** Public papers that name a concept in title, abstract or topics and do not have it, in public order. */
export const findUntagged = async (
  { papers }: Pick<PrivateReader, 'papers'>,
  { name }: Pick<ConceptRecord, 'name'>,
): Promise<{ papers: Paper[]; lookedAt: number; areAll: boolean }> => {
  const phrase = name.replaceAll('"', ' ')
  const query = parseSearchQuery(['title', 'abstract', 'topics'].map((field) => `${field}:"${phrase}"`).join(' OR '))
  const key = textKey(name)
  const found: Paper[] = []
  let lookedAt = 0
  for (let after: number | null = null; lookedAt < PAPERS_LOOKED_AT;) {
    const page: Awaited<ReturnType<typeof papers.list>> = await papers.list(papersFoundBy(query), after, PAPERS_AT_ONCE)
    lookedAt += page.papers.length
    found.push(...page.papers.filter(({ concepts }) => !concepts.some((one) => textKey(one) === key)))
    if (page.next === null) return { papers: found.slice(0, UNTAGGED_SHOWN), lookedAt, areAll: true }
    if (found.length >= UNTAGGED_SHOWN) break
    after = page.next
  }
  return { papers: found.slice(0, UNTAGGED_SHOWN), lookedAt, areAll: false }
}

/** Counting stops there; nobody merges a concept of more papers without knowing it. */
const MOST_COUNTED = 200_000

/** How many public papers have both concepts. */
export const countShared = async (
  { library }: Pick<PrivateReader, 'library'>,
  a: ConceptRecord,
  b: ConceptRecord,
): Promise<number> => {
  const either = await library.count({ ...everyPaper, oneOf: { concept: [a.id, b.id] } }, MOST_COUNTED)
  return Math.max(0, a.papers + b.papers - either.papers)
}
