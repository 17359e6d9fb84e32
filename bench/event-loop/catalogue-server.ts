import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { largeRecords } from './large-records.ts'
import { recordBodies, type RecordBody } from './records.ts'

/** A watched source: its name, its query, and options with its address. */
type BenchSource = { name: string; kind: string; what: string; address: string[] }

export type CatalogueServer = { sources: BenchSource[]; origin: string; close(): void }

/** Pages of a catalogue, and their content. */
type Pages = {
  path: string
  kind: string
  format: string
  mebibytes: number
  /** The metadata format of OAI-PMH. */
  prefix?: string
}

const SEARCH = '<o:totalResults xmlns:o="http://a9.com/-/spec/opensearch/1.1/">1</o:totalResults></feed>'
const wraps: Record<string, (body: string) => string> = {
  arxiv: (body) => body.replace('</feed>', SEARCH),
  crossref: (body) => `{"status":"ok","message":{"total-results":1,"items":${body}}}`,
  openalex: (body) => `{"meta":{"count":1},"results":${body}}`,
}
const queries: Record<string, string> = { arxiv: 'cs.AI', crossref: 'type:journal-article', openalex: 'type:article' }

/** As large as catalogues send them, and large feeds. */
const pages: readonly Pages[] = [
  { path: '/feed', kind: 'feed', format: 'arxiv-atom', mebibytes: 5 },
  { path: '/rss', kind: 'feed', format: 'rss', mebibytes: 5 },
  { path: '/arxiv', kind: 'arxiv', format: 'arxiv-atom', mebibytes: 2 },
  { path: '/oai', kind: 'oai', format: 'oai-pmh', mebibytes: 5, prefix: 'oai_dc' },
  { path: '/oai-arxiv', kind: 'oai', format: 'oai-pmh, arXiv', mebibytes: 2, prefix: 'arXiv' },
  { path: '/oai-raw', kind: 'oai', format: 'oai-pmh, arXivRaw', mebibytes: 2, prefix: 'arXivRaw' },
  { path: '/crossref', kind: 'crossref', format: 'crossref', mebibytes: 2 },
  { path: '/openalex', kind: 'openalex', format: 'openalex', mebibytes: 1 },
]

const LARGE = ['arxiv-atom', 'rss', 'oai-pmh', 'crossref', 'openalex'] as const
const largeKinds: Record<(typeof LARGE)[number], string> = {
  'arxiv-atom': 'feed',
  rss: 'feed',
  'oai-pmh': 'oai',
  crossref: 'crossref',
  openalex: 'openalex',
}

type Served = { source: BenchSource; body: (turn: number) => string }

const bodyIn = (bodies: readonly RecordBody[], format: string): string =>
  bodies.find(({ name }) => name === format)?.body ?? ''

const served = (origin: string): Map<string, Served> => {
  const sourceOf = (kind: string, path: string, name: string, prefix = 'oai_dc'): BenchSource => {
    const address = `${origin}${path}`
    const query = queries[kind]
    if (query !== undefined) return { name, kind, what: query, address: ['--address', address] }
    return { name, kind, what: address, address: kind === 'oai' ? ['--prefix', prefix] : [] }
  }
  const usual = pages.map(({ path, kind, format, mebibytes, prefix }, index): [string, Served] => {
    const source = sourceOf(kind, path, `${kind}, ${mebibytes} MiB, ${format}`, prefix)
    // Each query gets different works.
    const body = (turn: number): string => bodyIn(recordBodies(mebibytes, 10 * turn + index), format)
    return [path, { source, body: (turn) => (wraps[kind] ?? String)(body(turn)) }]
  })
  const large = LARGE.map((format, index): [string, Served] => {
    const kind = largeKinds[format]
    const path = `/large-${format}`
    const body = (turn: number): string => bodyIn(largeRecords(100 + 10 * turn + index), format)
    return [
      path,
      {
        source: sourceOf(kind, path, `${kind}, one large record, ${format}`),
        body: (turn) => (wraps[kind] ?? String)(body(turn)),
      },
    ]
  })
  return new Map([...usual, ...large])
}

/** Serves a page of each kind of source, and pages with a single large record. */
export const catalogueServer = async (): Promise<CatalogueServer> => {
  const asked = new Map<string, number>()
  let catalogues = new Map<string, Served>()
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://catalogue.example')
    const catalogue = catalogues.get(pathname)
    if (catalogue === undefined) {
      response.writeHead(404).end()
      return
    }
    const turn = (asked.get(pathname) ?? 0) + 1
    asked.set(pathname, turn)
    response.end(catalogue.body(turn))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  catalogues = served(origin)
  return { origin, sources: [...catalogues.values()].map(({ source }) => source), close: () => server.close() }
}
