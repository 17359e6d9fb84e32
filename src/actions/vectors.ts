import { MAX_VECTOR_BYTES } from '#core/embedding.ts'
import type { NewVector, VectorSet } from '#ports/store/vectors.ts'
import type { ActionContext } from './run-action.ts'

type Begin = { model: string; dimension: number; texts: number }

/**
 * The set that a model fills. A complete set of another model stays in use until this one is complete, unless both together would
 * take too much room; sets that were never completed go at once.
 */
export const openVectorSet = async (tx: ActionContext, { model, dimension, texts }: Begin): Promise<VectorSet> => {
  const sets = await tx.vectors.sets()
  const own = sets.find((set) => set.model === model && set.dimension === dimension)
  const others = sets.filter((set) => set !== own)
  let bytes = texts * dimension
  for (const set of others) {
    const kept = set.state === 'complete' ? (await tx.vectors.countVectors(set.seq)) * set.dimension : null
    if (kept === null || bytes + kept > MAX_VECTOR_BYTES) await tx.vectors.drop(set.seq)
    else bytes += kept
  }
  return own ?? tx.vectors.beginSet(model, dimension)
}

const LEASE_MS = 60_000

/** Whether this process may fill the set for the next minute: each text is sent by one process only. */
export const leaseVectorSet = (tx: ActionContext, { set, by }: { set: number; by: string }): Promise<boolean> => {
  const until = new Date(tx.now.getTime() + LEASE_MS)
  return tx.vectors.leaseSet(set, { by, now: tx.now.toISOString(), until: until.toISOString() })
}

export const saveVectors = (
  tx: ActionContext,
  { set, vectors }: { set: number; vectors: readonly NewVector[] },
): Promise<void> => tx.vectors.save(set, vectors)

/** Makes searches use a set from now on. All others go. */
export const completeVectorSet = async (tx: ActionContext, set: number): Promise<void> => {
  for (const other of await tx.vectors.sets()) if (other.seq !== set) await tx.vectors.drop(other.seq)
  await tx.vectors.setState(set, 'complete')
}

export const suspendVectorSet = (tx: ActionContext, set: number): Promise<void> => tx.vectors.setState(set, 'too_large')

export const deleteDroppedVectors = (tx: ActionContext): Promise<boolean> => tx.vectors.deleteDropped()
