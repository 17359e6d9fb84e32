import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { BASE } from './cluster.ts'

/** What a client notes of one request, a line of JSON each. Times are milliseconds since 1970. */
export type Noted = {
  op: 'read' | 'submit' | 'decide' | 'subscribe' | 'import'
  id: string
  start: number
  end: number
  /** 0: no answer. */
  status: number
  /** Whether a refusal says when to come back. */
  retryAfter: boolean
}

const WAITS_MS = 15_000

/** Clients that read, submit, decide, subscribe and import until they are stopped. Each keeps a log of its own. */
export const startLoad = (folder: string, keys: readonly string[], first: number) => {
  const noted: Noted[] = []
  const stopping = new AbortController()
  let next = first
  let client = 0
  const toDecide: string[] = []

  const ask = async (
    { log, op, id }: { log: string; op: Noted['op']; id: string },
    path: string,
    init: RequestInit = {},
  ): Promise<Noted> => {
    const start = Date.now()
    let status = 0
    let retryAfter = false
    try {
      const response = await fetch(BASE + path, { ...init, signal: AbortSignal.timeout(WAITS_MS) })
      await response.arrayBuffer()
      status = response.status
      retryAfter = response.headers.has('retry-after')
    } catch {
      // No answer is noted as 0.
    }
    const line: Noted = { op, id, start, end: Date.now(), status, retryAfter }
    noted.push(line)
    appendFileSync(join(folder, `${log}.jsonl`), `${JSON.stringify(line)}\n`)
    return line
  }

  /** As a careful client: the same request under the same key until it is answered for good. */
  const insist = async (send: () => Promise<Noted>): Promise<number> => {
    for (;;) {
      const { status, retryAfter } = await send()
      const mayTryAgain = [0, 502, 503, 504, 507].includes(status) || (status === 409 && retryAfter)
      if (!mayTryAgain) return status
      if (stopping.signal.aborted) return status
      await pause(300)
    }
  }
  const post = (key: string | null, id: string, body: unknown, type = 'application/json'): RequestInit => ({
    method: 'POST',
    headers: {
      'content-type': type,
      'x-forwarded-for': `10.${Math.floor(next / 200) % 200}.${next % 200}.9`,
      // Without one, each repetition of a request that was carried out after all is a request of its own.
      'idempotency-key': id,
      ...(key === null ? {} : { 'x-api-key': key }),
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const keyFor = (number: number): string => keys[number % keys.length] ?? ''

  const forever = async (work: () => Promise<unknown>, everyMs: number): Promise<void> => {
    while (!stopping.signal.aborted) {
      await work()
      await pause(everyMs)
    }
  }
  const reading = (): Promise<void> => {
    client += 1
    const log = `reader-${first}-${client}`
    let count = 0
    return forever(() => {
      count += 1
      // No two alike, so that each is read from the database.
      return ask(
        { log, op: 'read', id: '' },
        [`/api/papers?q=agents+${first}x${client}x${count}`, `/api/v1/papers?limit=${(count % 50) + 1}`][count % 2] ??
          '',
      )
    }, 60)
  }
  const submitting = (name: number): Promise<void> =>
    forever(async () => {
      next += 1
      const id = `p${next}`
      const body = {
        id,
        title: `Agents that work for days, part ${next} of ${name}`,
        authors: ['Ada Example'],
        year: 2025,
      }
      const init = post(keyFor(next), id, body)
      if (
        (await insist(() => ask({ log: `submitter-${first}-${name}`, op: 'submit', id }, '/api/papers', init))) === 201
      )
        toDecide.push(id)
    }, 250)
  const deciding = (): Promise<void> =>
    forever(async () => {
      const id = toDecide.shift()
      if (id === undefined) return
      const init = post(keyFor(next), `decide-${id}`, { decision: 'accept' })
      await insist(() =>
        ask({ log: `editor-${first}`, op: 'decide', id }, `/api/editorial/submissions/${id}/decision`, init),
      )
    }, 400)
  const subscribing = (): Promise<void> =>
    forever(async () => {
      next += 1
      // So many domains that the limit of confirmations for one is not reached.
      const email = `reader${next}@library${next % 50}.example.org`
      const init = post(null, email, { email })
      await insist(() => ask({ log: `subscriber-${first}`, op: 'subscribe', id: email }, '/api/subscribe', init))
    }, 900)
  const importing = (): Promise<void> =>
    forever(async () => {
      next += 1
      const doi = `10.1000/failover.${next}`
      const record = `@article{a${next}, title={Imported work number ${next} on its own}, author={Bo Example}, year=2024, doi={${doi}}}`
      const init = post(keyFor(next), `import-${next}`, record, 'application/x-bibtex')
      await insist(() => ask({ log: `importer-${first}`, op: 'import', id: doi }, '/api/editorial/imports', init))
    }, 1_500)

  const clients = [
    reading(),
    reading(),
    reading(),
    submitting(1),
    submitting(2),
    deciding(),
    subscribing(),
    importing(),
  ]
  return {
    noted,
    stop: async (): Promise<number> => {
      stopping.abort()
      await Promise.all(clients)
      return next
    },
  }
}
