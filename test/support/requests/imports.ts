import { readFileSync } from 'node:fs'
import type { TestService } from '../service/test-service.ts'

/** What an import tells about itself and each of its records. */
export type Imported = {
  read: number
  stored: number
  proposed: number
  unchanged: number
  candidates: number
  refused: number
  session: string
  records: Record<string, unknown>[]
}

/** A file of records in test/fixtures/formats. */
export const fixture = (name: string): Buffer =>
  readFileSync(new URL(`../../fixtures/formats/${name}`, import.meta.url))

type Sent = { key: string; type: string; query?: string }

/** Sends records under a key with scope `ingest`. */
export const post = (service: TestService, body: string | Buffer, { key, type, query = '' }: Sent): Promise<Response> =>
  fetch(`${service.url}/api/editorial/imports${query}`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': type },
    body: typeof body === 'string' ? body : new Uint8Array(body),
  })

/** A record of the paper with DOI 10.1000/example.1, as BibTeX. */
export const record = (publisher: string): string =>
  `@article{a, title={Checkpoints for agents that work for days}, author={Ada Example}, year=2025, doi={10.1000/example.1}, publisher={${publisher}}}`
