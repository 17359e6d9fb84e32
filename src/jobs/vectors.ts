import {
  completeVectorSet,
  deleteDroppedVectors,
  leaseVectorSet,
  openVectorSet,
  saveVectors,
  suspendVectorSet,
} from '#actions/vectors.ts'
import type { RunAction } from '#actions/run-action.ts'
import { EmbeddingFailure, fitsVectors, MAX_EMBEDDED_TEXTS, tooManyTexts } from '#core/embedding.ts'
import type { Embedder } from '#ports/embedder.ts'
import type { Clock, Ids, Log } from '#ports/runtime.ts'
import type { Store } from '#ports/store/store.ts'
import type { NewVector, PendingText, VectorSet } from '#ports/store/vectors.ts'
import type { Job } from './run-jobs.ts'

type Ports = {
  store: Pick<Store, 'private' | 'currentRevision'>
  run: RunAction
  embedder: Embedder
  clock: Clock
  ids: Ids
  log: Log
}

/** Sent to learn how many numbers the vectors of a model have. */
export const PROBE = 'Longview'

const FIRST_PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 600_000

/** Pauses after failures, each twice as long as the one before. */
const backingOff = ({ clock, log }: Pick<Ports, 'clock' | 'log'>) => {
  let failures = 0
  let notBefore = 0
  return {
    isOver: () => clock.now().getTime() >= notBefore,
    fail: (reason: string): void => {
      const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures)
      failures += 1
      notBefore = clock.now().getTime() + pause
      log.warn({ reason, retryInSeconds: pause / 1_000 }, 'texts got no vectors; they are sent again later')
    },
    succeed: (): void => {
      failures = 0
    },
  }
}

/** A text that is refused is sent again with no more than this of it, since it may be too long for the model. */
const SHORT_CHARACTERS = 500

const isRefusal = (error: unknown): boolean => error instanceof EmbeddingFailure && error.fault === 'text'

/** The vectors of texts. If the endpoint refuses them together, each is sent alone. */
const embedTexts = async (
  embedder: Embedder,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<Int8Array<ArrayBuffer>[]> => {
  const send = (some: readonly string[]) => embedder.embed(some, { purpose: 'texts', signal })
  try {
    return await send(texts)
  } catch (error) {
    if (!isRefusal(error)) throw error
  }
  const vectors: Int8Array<ArrayBuffer>[] = []
  for (const text of texts) {
    const alone =
      texts.length === 1
        ? null
        : await send([text]).catch((error: unknown) => {
            if (isRefusal(error)) return null
            throw error
          })
    vectors.push(...(alone ?? (await send([text.slice(0, SHORT_CHARACTERS)]))))
  }
  return vectors
}

/** Adds vectors to texts. Those that are known already are not sent. */
const withVectors = async (
  embedder: Embedder,
  texts: readonly PendingText[],
  signal: AbortSignal,
): Promise<NewVector[]> => {
  const unknown = texts.filter(({ vector }) => vector === null)
  const made =
    unknown.length === 0
      ? []
      : await embedTexts(
          embedder,
          unknown.map(({ text }) => text),
          signal,
        )
  return texts.flatMap(({ text: _text, vector, ...at }) => {
    const bytes = vector ?? made.shift()
    return bytes === undefined ? [] : [{ ...at, vector: Buffer.from(bytes) }]
  })
}

/** A walk over all papers, for those that lack vectors. */
type Pass = { set: VectorSet; revision: number; after: number }

/** What is known once a walk has found nothing to do. */
type Finished = { revision: number; dimension: number | null }

/**
 * Makes the vectors of public texts, one batch at a time, and nothing that was stored before is sent again: what lacks a vector is
 * looked up, so a restart goes on where it stopped. Of several processes one sends.
 */
export const makeVectorsJob = ({ store, run, embedder, clock, ids, log }: Ports): Job => {
  const { vectors } = store.private
  const by = ids.uuid()
  const pause = backingOff({ clock, log })
  let pass: Pass | null = null
  let finished: Finished | null = null
  let warned = ''

  const finish = (revision: number): { more: false } => {
    pass = null
    finished = { revision, dimension: embedder.dimension() }
    return { more: false }
  }

  const refuseSize = async (own: VectorSet | undefined, { reason, revision }: { reason: string; revision: number }) => {
    if (own !== undefined && own.state !== 'too_large') await run(suspendVectorSet, own.seq)
    if (reason !== warned) log.warn({}, reason)
    warned = reason
    return finish(revision)
  }

  const dimensionNow = async (signal: AbortSignal): Promise<number> => {
    const known = embedder.dimension()
    if (known !== null) return known
    const [vector] = await embedder.embed([PROBE], { purpose: 'texts', signal })
    return vector?.length ?? 0
  }

  const beginPass = async (signal: AbortSignal): Promise<{ more: boolean }> => {
    const revision = store.currentRevision()
    const dimension = await dimensionNow(signal)
    const { model } = embedder
    const sets = await vectors.sets()
    const own = sets.find((set) => set.model === model && set.dimension === dimension)
    const stored = own === undefined ? 0 : await vectors.countVectors(own.seq)
    const texts = Math.max(stored, await vectors.countTexts(MAX_EMBEDDED_TEXTS))
    if (!fitsVectors(texts, dimension)) return refuseSize(own, { reason: tooManyTexts(texts, dimension), revision })
    warned = ''
    const set = sets.length === 1 && own !== undefined ? own : await run(openVectorSet, { model, dimension, texts })
    pass = { set, revision, after: 0 }
    return { more: true }
  }

  const send = async (now: Pass, texts: readonly PendingText[], signal: AbortSignal): Promise<{ more: boolean }> => {
    if (!(await run(leaseVectorSet, { set: now.set.seq, by }))) {
      pass = null
      return { more: false }
    }
    const made = await withVectors(embedder, texts, signal)
    const other = made.find(({ vector }) => vector.length !== now.set.dimension)
    if (other !== undefined) {
      pass = null
      const lengths = `${now.set.dimension} to ${other.vector.length}`
      throw new EmbeddingFailure(
        'endpoint',
        `The vectors of ${embedder.model} have changed their length from ${lengths}.`,
      )
    }
    await run(saveVectors, { set: now.set.seq, vectors: made })
    pause.succeed()
    return { more: true }
  }

  const goOn = async (now: Pass, signal: AbortSignal): Promise<{ more: boolean }> => {
    const { texts, next } = await vectors.pending(now.set.seq, now.after)
    if (texts.length > 0) {
      return send(now, texts, signal)
    }
    if (next !== null) {
      pass = { ...now, after: next }
      return { more: true }
    }
    if (now.set.state !== 'complete') {
      await run(completeVectorSet, now.set.seq)
      log.info({ model: now.set.model, dimension: now.set.dimension }, 'all public texts have vectors')
    }
    return finish(now.revision)
  }

  const isDone = (): boolean =>
    finished !== null && finished.revision === store.currentRevision() && finished.dimension === embedder.dimension()

  return {
    name: 'make-vectors',
    everySeconds: 5,
    run: async (signal) => {
      if (signal.aborted || !pause.isOver()) return { more: false }
      try {
        if (pass !== null) return await goOn(pass, signal)
        if (isDone()) return { more: false }
        if (await vectors.hasDropped()) return { more: await run(deleteDroppedVectors, null) }
        return await beginPass(signal)
      } catch (error) {
        if (!(error instanceof EmbeddingFailure)) throw error
        if (!signal.aborted) pause.fail(error.message)
        return { more: false }
      }
    },
  }
}
