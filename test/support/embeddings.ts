import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { openMeaning } from '#embeddings/open-meaning.ts'
import { makeVectorsJob } from '#jobs/vectors.ts'
import { openEmbedder } from '#outbound/open-embedder.ts'
import type { Embedder } from '#ports/embedder.ts'
import type { Wait } from '#ports/outbound.ts'
import type { Log } from '#ports/runtime.ts'
import type { Store } from '#ports/store/store.ts'
import type { Ending } from './files.ts'
import { countingIds, fakeClock, recordingLog, testRunner, type FakeClock, type LogLine } from './ports.ts'

/** Words of one topic have the same direction, however they are spelt. */
const TOPICS: readonly string[][] = [
  ['robot', 'automaton', 'android'],
  ['memory', 'recollection', 'mnemonic'],
  ['zebra', 'equine', 'horse'],
  ['music', 'melody', 'symphony'],
]

/** A vector of the topics in a text, and a little of everything else. */
export const topicVector = (text: string, dimension: number): number[] => {
  const words = text.toLowerCase().split(/[^a-z]+/u)
  const counts = TOPICS.map((topic) => words.filter((word) => topic.includes(word.replace(/s$/u, ''))).length)
  return Array.from({ length: dimension }, (_, index) => (counts[index] ?? 0) + 0.05)
}

type Request = { path: string; authorization: string | null; model: string; input: string[] }

/** Answers a request, or leaves it to the usual answer by returning false. */
type Intervene = (request: Request, response: ServerResponse) => boolean

export type EmbeddingServer = {
  origin: string
  /** What was asked, in order. */
  requests: Request[]
  /** All texts that were sent, but for the one that only asks for the dimension. */
  texts(): string[]
  /** Replaces the usual answers; null brings them back. */
  intervene(how: Intervene | null): void
  setDimension(dimension: number): void
}

const asText = async (request: AsyncIterable<Uint8Array>): Promise<string> => {
  const pieces: Uint8Array[] = []
  for await (const piece of request) pieces.push(piece)
  return Buffer.concat(pieces).toString('utf8')
}

export const answerWith = (response: ServerResponse, body: unknown, status = 200): true => {
  response.writeHead(status, { 'Content-Type': 'application/json' })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
  return true
}

export const vectorsBody = (vectors: readonly unknown[]): object => ({
  data: vectors.map((embedding, index) => ({ index, embedding })),
})

/** An endpoint whose vectors follow from the topics of texts. */
export const openEmbeddingServer = async (t: Ending): Promise<EmbeddingServer> => {
  const requests: Request[] = []
  let dimension = TOPICS.length
  let how: Intervene | null = null
  const respond = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { model, input } = JSON.parse(await asText(incoming)) as Pick<Request, 'model' | 'input'>
    const request = { path: incoming.url ?? '', authorization: incoming.headers.authorization ?? null, model, input }
    requests.push(request)
    if (how?.(request, response) === true) return
    answerWith(response, vectorsBody(input.map((text) => topicVector(text, dimension))))
  }
  const server = createServer((incoming, response) => void respond(incoming, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    texts: () => requests.flatMap(({ input }) => input).filter((text) => text !== 'Longview'),
    intervene: (next) => {
      how = next
    },
    setDimension: (next) => {
      dimension = next
    },
  }
}

export const embedderAt = (
  { origin }: Pick<EmbeddingServer, 'origin'>,
  { model = 'topics', key = null }: { model?: string; key?: string | null } = {},
): Embedder => openEmbedder({ url: `${origin}/v1/embeddings`, model, key }, { userAgent: 'test' })

/** Never ends by itself: a search waits for its vector however slow the machine is. */
export const forever: Wait = (_ms, signal) =>
  new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new Error('ended')), { once: true })
  })

/** Ends at once: a search does not wait for its vector. */
export const noTime: Wait = () => Promise.resolve()

export const meaningOf =
  (embedder: Embedder, wait: Wait = forever) =>
  (opened: { store: Store; log: Log }) =>
    openMeaning({ ...opened, embedder, wait })

export type VectorMaking = {
  clock: FakeClock
  logged: LogLine[]
  /** Runs the job until it finds nothing more to do. */
  make(): Promise<void>
  /** Runs it once. */
  step(): Promise<{ more: boolean }>
}

/** The job that makes vectors, run by the test. */
export const vectorMaking = async (
  store: Store,
  embedder: Embedder,
  { clock = fakeClock(), ids = countingIds() } = {},
): Promise<VectorMaking> => {
  const logged: LogLine[] = []
  const run = await testRunner({ store, clock })
  const job = makeVectorsJob({ store, run, embedder, clock, ids, log: recordingLog(logged) })
  const step = () => job.run(new AbortController().signal)
  return {
    clock,
    logged,
    step,
    make: async () => {
      while ((await step()).more);
    },
  }
}
