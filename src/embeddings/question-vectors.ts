import { EmbeddingFailure } from '#core/embedding.ts'
import type { Embedder } from '#ports/embedder.ts'
import type { Wait } from '#ports/outbound.ts'
import type { Log } from '#ports/runtime.ts'

/** The longest that a search waits for the vector of its question. */
export const PATIENCE_MS = 300
/** Questions that may wait at a time; further ones are answered by words at once, so that an endpoint that hangs holds up few. */
const MAX_WAITING = 4
/** A page that follows asks for the same question again. */
const MAX_KEPT = 500

/** Resolves with the work, or with null after the longest wait; the work goes on. */
export const withinPatience = async <Result>(work: Promise<Result>, wait: Wait): Promise<Result | null> => {
  const over = new AbortController()
  try {
    return await Promise.race([work, wait(PATIENCE_MS, over.signal).then(() => null)])
  } finally {
    over.abort()
  }
}

type Ports = { embedder: Embedder; log: Log; signal: AbortSignal }

/**
 * The vectors of questions, each asked for in one request. What comes too late for one search is kept for the next.
 */
export const questionVectors = ({ embedder, log, signal }: Ports) => {
  const kept = new Map<string, Int8Array<ArrayBuffer>>()
  const asked = new Map<string, Promise<Int8Array<ArrayBuffer> | null>>()
  let waiting = 0
  let isFailing = false

  const keep = (key: string, vector: Int8Array<ArrayBuffer>): void => {
    kept.delete(key)
    kept.set(key, vector)
    const [oldest] = kept.keys()
    if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest)
  }

  const ask = async (key: string, question: string, model: string): Promise<Int8Array<ArrayBuffer> | null> => {
    try {
      const [vector = null] = await embedder.embed([question], { purpose: 'question', model, signal })
      if (isFailing) log.info({}, 'the embeddings endpoint answers questions again')
      isFailing = false
      if (vector !== null) keep(key, vector)
      return vector
    } catch (error) {
      if (!(error instanceof EmbeddingFailure)) throw error
      // Once, and not for every search until it works again.
      if (!isFailing && !signal.aborted)
        log.warn({ reason: error.message }, 'a question got no vector; searches go by words alone until one does')
      isFailing = true
      return null
    } finally {
      asked.delete(key)
    }
  }

  return {
    /** Null if the endpoint fails, takes too long, or too many questions wait. */
    find: async (question: string, model: string, wait: Wait): Promise<Int8Array<ArrayBuffer> | null> => {
      const key = JSON.stringify([model, question])
      const known = kept.get(key)
      if (known !== undefined) {
        keep(key, known)
        return known
      }
      if (waiting >= MAX_WAITING) return null
      const running = asked.get(key) ?? ask(key, question, model)
      asked.set(key, running)
      waiting += 1
      try {
        return await withinPatience(running, wait)
      } finally {
        waiting -= 1
      }
    },
  }
}
