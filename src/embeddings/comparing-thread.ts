import { answer } from '#threads/answer.ts'
import { VectorIndex, type Nearest } from './vector-index.ts'

/** Vectors one behind the other, with their numbers and papers. */
export type VectorBatch = { seqs: number[]; papers: number[]; vectors: Int8Array<ArrayBuffer> }

export type Comparison = {
  question: Int8Array<ArrayBuffer>
  most: number
  oncePerPaper: boolean
  papers: readonly number[] | null
}

/** `index` names the index that `begin` begins. */
export type ToComparing = { index: number } & (
  | { do: 'begin'; dimension: number }
  | { do: 'add'; batch: VectorBatch }
  | { do: 'remove'; seqs: readonly number[] }
  | { do: 'compare'; comparison: Comparison }
)

/** Null: this thread does not have the index, because it took the place of one that ended. */
export type FromComparing = { size: number; nearest: Nearest | null } | null

let held = { name: 0, index: new VectorIndex(0) }

const add = (index: VectorIndex, { seqs, papers, vectors }: VectorBatch): void => {
  const { dimension } = index
  for (const [at, seq] of seqs.entries())
    index.add(seq, papers[at] ?? 0, vectors.subarray(at * dimension, (at + 1) * dimension))
}

const compare = (index: VectorIndex, { question, papers, ...wanted }: Comparison): Nearest =>
  index.nearest(question, { ...wanted, papers: papers === null ? null : new Set(papers) })

const respond = (message: ToComparing): FromComparing => {
  if (message.do === 'begin') held = { name: message.index, index: new VectorIndex(message.dimension) }
  const { name, index } = held
  if (name !== message.index) return null
  if (message.do === 'add') add(index, message.batch)
  if (message.do === 'remove') for (const seq of message.seqs) index.remove(seq)
  return { size: index.size, nearest: message.do === 'compare' ? compare(index, message.comparison) : null }
}

/** Holds the vectors of one set, and compares questions with them, apart from the thread that serves requests. */
await answer(respond)
