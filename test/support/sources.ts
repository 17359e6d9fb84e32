import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { watchSource } from '#actions/sources.ts'
import type { RunAction } from '#actions/run-action.ts'
import type { SourceDefinition, WatchedSource } from '#core/sources/watched-source.ts'
import type { FetchLimits } from '#outbound/fetch-once.ts'
import { openOutboundClient } from '#outbound/open-outbound-client.ts'
import type { PaperCandidate } from '#core/sources/candidate.ts'
import type { Store } from '#ports/store/store.ts'
import { checkRows } from '#sources/pages/read-rows.ts'
import { checkPage } from '#sources/pages/read-page.ts'
import type { PageReader } from '#sources/pages/pages-in-process.ts'
import { readSource, type RunOutcome } from '#sources/read-source.ts'
import { sharedGate, type RequestPorts } from '#sources/host-requests.ts'
import { countingIds, testRunner, fakeClock, type FakeClock, recordingLog } from './ports.ts'

/** A server that hands out made-up papers as arXiv and OAI-PMH do, with the faults of such servers. */

export type MadePaper = { id: string; title: string; author: string; published: string; isDeleted?: boolean }

/** What made-up papers are about. */
export const SUBJECTS = [
  'ledgers',
  'glaciers',
  'kernels',
  'bees',
  'markets',
  'proteins',
  'tides',
  'grammars',
  'roads',
  'stars',
]
const METHODS = ['Counting', 'Pruning', 'Mapping', 'Bounding', 'Sampling', 'Sorting', 'Weighing', 'Folding', 'Timing']

/** Papers, each with its own arXiv id, title and author. */
export const madePapers = (count: number, from = 1): MadePaper[] =>
  Array.from({ length: count }, (_, index) => {
    const number = from + index
    const [subject, method] = [SUBJECTS[number % SUBJECTS.length], METHODS[number % METHODS.length]]
    return {
      id: `2611.${String(number).padStart(5, '0')}`,
      title: `${method} ${subject} by the rule of ${number}`,
      author: `Ada Author${number}`,
      published: `2026-11-${String(10 + (number % 9)).padStart(2, '0')}`,
    }
  })

const atomEntry = ({ id, title, author, published }: MadePaper): string =>
  `<entry><id>http://arxiv.org/abs/${id}v1</id><published>${published}T12:00:00Z</published><title>${title}</title>` +
  `<summary>We study this &amp; that.</summary><author><name>${author}</name></author></entry>`

/** A page of the API of arXiv. */
export const atomPage = (papers: readonly MadePaper[], { start, size }: { start: number; size: number }): string =>
  `<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom"><title>arXiv Query</title>` +
  `<opensearch:totalResults xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/">${papers.length}</opensearch:totalResults>` +
  `${papers
    .slice(start, start + size)
    .map(atomEntry)
    .join('')}</feed>`

const oaiRecord = ({ id, title, author, published, isDeleted = false }: MadePaper): string =>
  isDeleted
    ? `<record><header status="deleted"><identifier>oai:arXiv.org:${id}</identifier></header></record>`
    : `<record><header><identifier>oai:arXiv.org:${id}</identifier><datestamp>${published}</datestamp></header><metadata>` +
      `<arXiv xmlns="http://arxiv.org/OAI/arXiv/"><id>${id}</id><created>${published}</created><authors><author>` +
      `<keyname>${author.split(' ')[1]}</keyname><forenames>Ada</forenames></author></authors><title>${title}</title>` +
      `<abstract>We study this.</abstract></arXiv></metadata></record>`

const oai = (content: string, responseDate = '2026-11-20T10:00:00Z'): string =>
  `<?xml version="1.0" encoding="UTF-8"?><OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><responseDate>${responseDate}</responseDate>` +
  `<request verb="ListRecords">http://repository.example/oai</request>${content}</OAI-PMH>`

/** A part of a list of OAI-PMH; `token` leads to the next one. */
export const oaiPage = (
  papers: readonly MadePaper[],
  { token, total, responseDate }: { token: string | null; total?: number; responseDate?: string },
): string => {
  const size = total === undefined ? '' : ` completeListSize="${total}"`
  const end = token === null ? '' : `<resumptionToken${size}>${token}</resumptionToken>`
  return oai(`<ListRecords>${papers.map(oaiRecord).join('')}${end}</ListRecords>`, responseDate)
}

export const oaiError = (code: string, text: string): string => oai(`<error code="${code}">${text}</error>`)

export type Answer = (url: URL, response: ServerResponse, request: IncomingMessage) => void

export type CatalogueServer = {
  origin: string
  /** The requests, in order. */
  asked: URL[]
  /** The most requests that were handled at the same time. */
  mostAtOnce(): number
  answerWith(answer: Answer): void
  /** The faults of the next requests, one each, before they are answered as usual. */
  failNext(...failures: Answer[]): void
}

/** Faults of servers. */
export const failures = {
  tooMany:
    (seconds: number): Answer =>
    (_url, response) =>
      void response.writeHead(429, { 'Retry-After': String(seconds) }).end('Rate exceeded.'),
  unavailable: ((_url, response) => void response.writeHead(503).end('<html>down</html>')) as Answer,
  maintenance: ((_url, response) => void response.end('<html><body>We are back soon.</body></html>')) as Answer,
  reset: ((_url, response) => void response.destroy()) as Answer,
  /** The beginning of the right page: with its whole length in the header, or none. */
  cut:
    (page: (url: URL) => string, says: 'length' | 'nothing'): Answer =>
    (url, response) => {
      const whole = page(url)
      const part = whole.slice(0, Math.floor(whole.length * 0.6))
      if (says === 'nothing') {
        response.writeHead(200, { Connection: 'close' }).end(part)
        return
      }
      response.writeHead(200, { 'Content-Length': Buffer.byteLength(whole) }).write(part)
      setImmediate(() => response.destroy())
    },
}

const notFound: Answer = (_url, response) => void response.writeHead(404).end()

export const openCatalogueServer = async (t: { after(close: () => void): void }): Promise<CatalogueServer> => {
  const asked: URL[] = []
  const failing: Answer[] = []
  let answer = notFound
  let atOnce = 0
  let most = 0
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://catalogue.example')
    asked.push(url)
    atOnce += 1
    most = Math.max(most, atOnce)
    response.once('close', () => (atOnce -= 1))
    setImmediate(() => (failing.shift() ?? answer)(url, response, request))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    mostAtOnce: () => most,
    answerWith: (next) => {
      answer = next
    },
    failNext: (...next) => void failing.push(...next),
  }
}

type ReadingOptions = {
  run?: RunAction
  signal?: AbortSignal
  openPages?: () => PageReader
  limits?: Partial<FetchLimits>
}

/** Reads sources over a store that a test has opened. Waits move the clock; `waits` says how long they were. */
export type Watching = {
  store: Store
  run: RunAction
  clock: FakeClock
  waits: number[]
  add(source: Partial<SourceDefinition> & Pick<SourceDefinition, 'kind' | 'address'>, from?: string): Promise<number>
  source(id: number): Promise<WatchedSource>
  ports: RequestPorts
  read(id: number, options?: ReadingOptions): Promise<RunOutcome>
  /** Every open candidate, oldest first. */
  open(): Promise<PaperCandidate[]>
}

/** Starting a thread for each of a hundred runs would take a minute: these are read where they are stored. */
const pagesHere = (): PageReader => ({
  check: checkPage,
  checkRows: async (order) => checkRows(order),
  close: async () => {},
})

export const openWatching = async (store: Store, origin: string): Promise<Watching> => {
  const clock = fakeClock()
  const ids = countingIds()
  const run = await testRunner({ store, clock }, { ids })
  const waits: number[] = []
  const wait = async (ms: number, signal: AbortSignal | null): Promise<void> => {
    signal?.throwIfAborted()
    waits.push(ms)
    clock.advance(ms / 1_000)
  }
  const source = async (id: number): Promise<WatchedSource> => {
    const found = await store.private.sources.find(id)
    if (found === null) throw new Error(`no source ${id}`)
    return found
  }
  const openClient = (runner: RunAction, limits: Partial<FetchLimits> = {}) =>
    openOutboundClient({
      rules: { allowed: [origin], proxyUrl: null },
      userAgent: 'Longview/test',
      clock,
      limits,
      gate: sharedGate({ run: runner, clock, ids, wait }),
    })
  return {
    store,
    run,
    clock,
    waits,
    ports: { client: openClient(run), clock, wait },
    source,
    add: async (given, from = '2026-11-10') => {
      const usual = { name: 'A source', query: 'cs.AI', metadataPrefix: 'arXiv', everyMinutes: 60, dailyCap: 1_000 }
      return (await run(watchSource, { source: { ...usual, ...given }, from, actor: 'test' })).id
    },
    read: async (
      id,
      { run: runner = run, signal = new AbortController().signal, openPages = pagesHere, limits } = {},
    ) => {
      const ports = {
        run: runner,
        clock,
        wait,
        client: openClient(runner, limits),
        log: recordingLog([]),
        openPages,
        store,
      }
      return readSource(ports, { source: await source(id), reader: ids.uuid(), signal })
    },
    open: async () => (await store.private.candidates.listNewest(null, 10_000)).toReversed(),
  }
}
