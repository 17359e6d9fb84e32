import { setTimeout as pause } from 'node:timers/promises'
import { createKey } from '#actions/accounts/create-key.ts'
import { withOpenCorpus } from '../src/open-corpus.ts'
import { readConfig } from '../src/config.ts'
import type { Started } from './machine.ts'
import { median } from '#core/numbers/median.ts'

/** A key may submit a hundred in an hour. */
const AT_MOST = 90
const EVERY_MS = 100

/** Milliseconds that submissions waited for their responses. */
export type Submissions = { count: number; median: number; slowest: number }

const keyFor = async (database: string): Promise<string> => {
  const { key } = await withOpenCorpus(readConfig({ DATABASE_URL: `sqlite:${database}` }), (corpus) =>
    corpus.run(createKey, { label: 'bench', scopes: ['submit'], expiresAt: null, actor: 'bench' }),
  )
  return key
}

const submit = async ({ port }: Started, key: string, number: number): Promise<number> => {
  const begun = performance.now()
  const response = await fetch(`http://127.0.0.1:${port}/api/papers`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      id: `p${90_000_000 + number}`,
      title: `Submission ${number}`,
      authors: ['Ada'],
      year: 2025,
    }),
  })
  await response.arrayBuffer()
  if (response.status !== 201) throw new Error(`a submission was answered with ${response.status}`)
  return performance.now() - begun
}

/** Submits one paper after another until it is stopped. */
export const submitUntil = async (server: Started, database: string, over: AbortSignal): Promise<Submissions> => {
  const key = await keyFor(database)
  const waited: number[] = []
  while (!over.aborted && waited.length < AT_MOST) {
    waited.push(await submit(server, key, waited.length))
    await pause(EVERY_MS)
  }
  return { count: waited.length, median: median(waited), slowest: Math.max(...waited) }
}
