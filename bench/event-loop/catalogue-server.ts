import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { recordBodies } from './records.ts'

/** A watched source: what to ask for, options that tell where, and what a page of it holds. */
type BenchSource = { kind: string; what: string; address: string[]; size: string }

export type CatalogueServer = { origin: string; sources: BenchSource[]; close(): void }

/** A page of each kind of source, as large as catalogues send them, and large feeds. Each question gets other works. */
export const catalogueServer = async (): Promise<CatalogueServer> => {
  const asked = new Map<string, number>()
  const pages: Record<string, { format: string; mebibytes: number; type: string; wrap(body: string): string }> = {
    '/feed': { format: 'arxiv-atom', mebibytes: 5, type: 'application/atom+xml', wrap: (body) => body },
    '/arxiv': {
      format: 'arxiv-atom',
      mebibytes: 2,
      type: 'application/atom+xml',
      wrap: (body) =>
        body.replace(
          '</feed>',
          '<o:totalResults xmlns:o="http://a9.com/-/spec/opensearch/1.1/">1</o:totalResults></feed>',
        ),
    },
    '/oai': { format: 'oai-pmh', mebibytes: 5, type: 'text/xml', wrap: (body) => body },
    '/crossref': {
      format: 'crossref',
      mebibytes: 2,
      type: 'application/json',
      wrap: (body) => `{"status":"ok","message":{"total-results":1,"items":${body}}}`,
    },
    '/openalex': {
      format: 'openalex',
      mebibytes: 1,
      type: 'application/json',
      wrap: (body) => `{"meta":{"count":1},"results":${body}}`,
    },
  }
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://catalogue.example')
    const page = pages[pathname]
    if (page === undefined) {
      response.writeHead(404).end()
      return
    }
    const turn = (asked.get(pathname) ?? 0) + 1
    asked.set(pathname, turn)
    const set = 10 * turn + Object.keys(pages).indexOf(pathname)
    const { body = '' } = recordBodies(page.mebibytes, set).find(({ name }) => name === page.format) ?? {}
    response.setHeader('content-type', page.type).end(page.wrap(body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const sources: BenchSource[] = [
    { kind: 'feed', what: `${origin}/feed`, address: [], size: '5 MiB' },
    { kind: 'arxiv', what: 'cs.AI', address: ['--address', `${origin}/arxiv`], size: '2 MiB' },
    { kind: 'oai', what: `${origin}/oai`, address: ['--prefix', 'oai_dc'], size: '5 MiB' },
    { kind: 'crossref', what: 'type:journal-article', address: ['--address', `${origin}/crossref`], size: '2 MiB' },
    { kind: 'openalex', what: 'type:article', address: ['--address', `${origin}/openalex`], size: '1 MiB' },
  ]
  return { origin, sources, close: () => server.close() }
}
