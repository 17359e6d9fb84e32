import { EmbeddingFailure, MAX_DIMENSION, toByteVector } from '#core/embedding.ts'
import { messageOf } from '#core/failure.ts'
import type { Embedder, EmbeddingPurpose } from '#ports/embedder.ts'
import { fetchOnce, type FetchLimits, type RawResponse } from './fetch-once.ts'

export type EmbeddingsEndpoint = {
  /** The whole address of the endpoint, which the operator chose: it may be that of a private server. */
  url: string
  model: string
  key: string | null
}

/** 32 vectors of 8,192 numbers take 6 MB as they are usually written. A question waits no longer than its vector may be useful. */
const limitsOf: Record<EmbeddingPurpose, FetchLimits> = {
  texts: { bytes: 8_000_000, ms: 120_000 },
  question: { bytes: 500_000, ms: 10_000 },
}

/** Statuses of servers that cannot take these texts, though perhaps others. */
const REFUSES_TEXT = new Set([400, 413, 422])

const unusable = (why: string): EmbeddingFailure => new EmbeddingFailure('endpoint', `The embeddings endpoint ${why}.`)

const parsed = ({ body }: RawResponse): unknown => {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    throw unusable('did not answer with JSON')
  }
}

const isVector = (value: unknown): value is number[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.length <= MAX_DIMENSION &&
  value.every((number) => typeof number === 'number' && Number.isFinite(number))

type Entry = { index?: unknown; embedding?: unknown }

/** The vectors in the order of the texts. Servers may answer in another order, which `index` tells. */
const vectorsOf = (answer: unknown, count: number): number[][] => {
  const { data } = (typeof answer === 'object' && answer !== null ? answer : {}) as { data?: unknown }
  if (!Array.isArray(data) || data.length !== count)
    throw unusable(`did not answer with one vector for each of ${count} texts`)
  const vectors = new Map<number, number[]>()
  for (const [position, entry] of data.entries()) {
    const { index = position, embedding } = (typeof entry === 'object' && entry !== null ? entry : {}) as Entry
    if (!Number.isInteger(index)) throw unusable('answered with an index that is not a whole number')
    if (!isVector(embedding)) throw unusable(`answered with a vector that is not 1 to ${MAX_DIMENSION} finite numbers`)
    vectors.set(index as number, embedding)
  }
  const ordered = Array.from({ length: count }, (_, index) => vectors.get(index) ?? [])
  const [{ length: dimension } = []] = ordered
  if (dimension === 0 || ordered.some(({ length }) => length !== dimension))
    throw unusable('answered with vectors of different lengths')
  return ordered
}

/** Sends texts to an endpoint of the form that OpenAI introduced. No redirects are followed, since they would take the texts elsewhere. */
export const openEmbedder = (
  { url, model: chosen, key }: EmbeddingsEndpoint,
  { userAgent, limits = limitsOf }: { userAgent: string; limits?: Record<EmbeddingPurpose, FetchLimits> },
): Embedder => {
  let dimension: number | null = null
  const post = async (body: string, purpose: EmbeddingPurpose, signal: AbortSignal | null): Promise<RawResponse> => {
    const headers = {
      'Content-Type': 'application/json',
      Accept: 'application/json',
      'Accept-Encoding': 'identity',
      'Content-Length': String(Buffer.byteLength(body)),
      'User-Agent': userAgent,
      ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
    }
    try {
      return await fetchOnce(new URL(url), { agent: false, headers }, { limits: limits[purpose], signal, send: body })
    } catch (error) {
      throw new EmbeddingFailure('endpoint', messageOf(error), error)
    }
  }
  return {
    model: chosen,
    dimension: () => dimension,
    embed: async (texts, { purpose, model = chosen, signal = null }) => {
      const response = await post(JSON.stringify({ model, input: texts }), purpose, signal)
      const { status } = response
      if (REFUSES_TEXT.has(status))
        throw new EmbeddingFailure('text', `The embeddings endpoint refused the request with status ${status}.`)
      if (status !== 200) throw unusable(`answered with status ${status}`)
      const vectors = vectorsOf(parsed(response), texts.length)
      if (model === chosen) dimension = vectors[0]?.length ?? dimension
      return vectors.map(toByteVector)
    },
  }
}
