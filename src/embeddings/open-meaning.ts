import { MAX_VECTOR_BYTES } from '#core/embedding.ts'
import { messageOf } from '#core/failure.ts'
import type { Embedder } from '#ports/embedder.ts'
import type { MeaningReader, NearRequest, NearText } from '#ports/meaning.ts'
import type { Wait } from '#ports/outbound.ts'
import type { Log } from '#ports/runtime.ts'
import type { Store } from '#ports/store/store.ts'
import type { ListedVector, VectorSet } from '#ports/store/vectors.ts'
import { openThread } from '#threads/thread.ts'
import type { Comparison, FromComparing, ToComparing, VectorBatch } from './comparing-thread.ts'
import { questionVectors, withinPatience } from './question-vectors.ts'

/** The numbers of vectors and papers of a full index take some 30 MB. */
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 }
/** Comparisons that may wait for the thread; further questions are answered by words alone. */
const MAX_COMPARING = 8
const VECTORS_AT_ONCE = 500
/** Comparisons again after vectors were found that do not count any more. */
const MAX_ROUNDS = 5
/** A text stands out if it is nearer than the mean by so many standard deviations of all texts. */
const DEVIATIONS = 1

type Ports = {
  store: Pick<Store, 'public' | 'currentRevision'>
  embedder: Embedder
  log: Log
  wait: Wait
}

/** An index in the thread: the vectors of a set up to a number. */
type Loaded = { index: number; set: VectorSet; last: number; size: number }

const batchOf = (rows: readonly ListedVector[], dimension: number): VectorBatch => {
  const vectors = new Int8Array(rows.length * dimension)
  for (const [index, { vector }] of rows.entries()) vectors.set(new Int8Array(vector), index * dimension)
  return { seqs: rows.map(({ seq }) => seq), papers: rows.map(({ paperSeq }) => paperSeq), vectors }
}

type Compared = { found: NearText[]; gone: number[] }

/**
 * Compares questions with the stored vectors. A thread holds the vectors; it is filled from the store, and again at each
 * revision with those that were added. Removed ones are recognised when they are found: the store has the last word.
 */
export const openMeaning = ({ store, embedder, log, wait }: Ports): MeaningReader & { close(): Promise<void> } => {
  const closing = new AbortController()
  const thread = openThread<ToComparing, FromComparing>({
    entry: new URL('./comparing-thread.ts', import.meta.url),
    resourceLimits,
  })
  const questions = questionVectors({ embedder, log, signal: closing.signal })
  let indexes = 0
  let loaded: Loaded | null = null
  /** The revision whose vectors the thread has. */
  let revision: number | null = null
  let loading: Promise<void> | null = null
  let comparing = 0

  /** Forgets what the thread had, and frees its memory. */
  const unload = async (): Promise<void> => {
    loaded = null
    revision = null
    await thread.close()
  }

  const request = async (message: ToComparing): Promise<NonNullable<FromComparing>> => {
    const transfer = message.do === 'add' ? [message.batch.vectors.buffer] : []
    const reply = await thread.request(message, { transfer })
    if (reply !== null) return reply
    await unload()
    throw new Error('The thread that compares vectors has ended; they are loaded again.')
  }

  const begin = async (set: VectorSet): Promise<Loaded> => {
    loaded = null
    indexes += 1
    await request({ do: 'begin', index: indexes, dimension: set.dimension })
    return { index: indexes, set, last: 0, size: 0 }
  }

  /** Adds the vectors that the thread does not have yet. */
  const fill = async ({ index, set, ...from }: Loaded): Promise<Loaded> => {
    let { last, size } = from
    while (!closing.signal.aborted) {
      const rows = await store.public.vectors.listAfter(set.seq, last, VECTORS_AT_ONCE)
      if (rows.length === 0 || (size + rows.length) * set.dimension > MAX_VECTOR_BYTES) break
      last = rows.at(-1)?.seq ?? last
      size = (await request({ do: 'add', index, batch: batchOf(rows, set.dimension) })).size
    }
    return { index, set, last, size }
  }

  const load = async (): Promise<void> => {
    const reached = store.currentRevision()
    const set = await store.public.vectors.current()
    if (set !== null) loaded = await fill(loaded?.set.seq === set.seq ? loaded : await begin(set))
    else if (loaded !== null) await unload()
    revision = reached
  }

  /** Loads until no revision came in the meantime. */
  const catchUp = async (): Promise<true> => {
    while (revision !== store.currentRevision() && !closing.signal.aborted) {
      loading ??= load().finally(() => {
        loading = null
      })
      await loading
    }
    return true
  }

  /** Null while the vectors of this revision are loaded for longer than a search waits, or if there are none. */
  const findLoaded = async (): Promise<Loaded | null> =>
    (await withinPatience(catchUp(), wait)) === null ? null : loaded

  /** The nearest texts, and the vectors among the nearest whose texts are gone. */
  const compare = async ({ index, set }: Loaded, comparison: Comparison): Promise<Compared> => {
    const { nearest } = await request({ do: 'compare', index, comparison })
    const compared: Compared = { found: [], gone: [] }
    if (nearest === null) return compared
    const places = await store.public.vectors.findPlaces(nearest.found.map(({ seq }) => seq))
    const least = nearest.mean + DEVIATIONS * nearest.deviation
    for (const { seq, similarity } of nearest.found) {
      const at = places.get(seq)
      if (at === undefined) compared.gone.push(seq)
      else compared.found.push({ ...at, standsOut: similarity >= least })
    }
    if (compared.gone.length > 0 && loaded?.set.seq === set.seq) {
      const { size } = await request({ do: 'remove', index, seqs: compared.gone })
      loaded = { ...loaded, size }
    }
    return compared
  }

  const nearest = async (question: string, { ids, ...wanted }: NearRequest): Promise<NearText[] | null> => {
    const from = await findLoaded()
    if (from === null) return null
    const vector = await questions.find(question, from.set.model, wait)
    if (vector === null || vector.length !== from.set.dimension || comparing >= MAX_COMPARING) return null
    comparing += 1
    try {
      const papers = ids === null ? null : await store.public.vectors.findPaperSeqs(ids)
      for (let round = 0; round < MAX_ROUNDS; round += 1) {
        const { found, gone } = await compare(from, { ...wanted, question: vector, papers })
        if (gone.length === 0) return found
      }
      return null
    } finally {
      comparing -= 1
    }
  }

  // Before the first search.
  void findLoaded().catch((error: unknown) => log.warn({ reason: messageOf(error) }, 'vectors could not be loaded'))

  return {
    near: async (question, wanted) => {
      try {
        return await nearest(question, wanted)
      } catch (error) {
        log.warn({ reason: messageOf(error) }, 'a search went by words alone, because comparing meanings failed')
        return null
      }
    },
    close: async () => {
      closing.abort()
      await loading?.catch(() => {})
      await thread.close()
    },
  }
}
