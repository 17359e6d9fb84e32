import { leastPaper } from './papers.ts'
import type { Random } from '../generated/random.ts'

/** A request and the status it should get; it is sent again unchanged as long as its outcome is unknown. */
export type Attempt = {
  apiKey: string
  idempotencyKey: string
  paper: { id: string; title: string; chapter?: number }
  wanted: 201 | 400 | 409 | 422
}

export type Reply = { status: number; body: string; location: string | null; replayed: boolean }

/** One submission with everything that is known about it. */
export type Outcome = Attempt & { reply: Reply; unknown: number }

const send = async (url: string, { apiKey, idempotencyKey, paper }: Attempt): Promise<Reply> => {
  const response = await fetch(`${url}/api/papers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey, 'idempotency-key': idempotencyKey },
    body: JSON.stringify(leastPaper(paper)),
  })
  return {
    status: response.status,
    body: await response.text(),
    location: response.headers.get('location'),
    replayed: response.headers.get('idempotent-replayed') === 'true',
  }
}

/**
 * Sends an attempt, again as often as the server answers that it is busy: on a slow machine a request may wait too long for
 * the writer, and nothing is stored. Null when its outcome is unknown.
 */
export const sendOnce = async (url: string, attempt: Attempt): Promise<Reply | null> => {
  try {
    for (;;) {
      const reply = await send(url, attempt)
      if (reply.status !== 503) return reply
    }
  } catch {
    return null
  }
}

/** The address of the server that runs, as soon as one runs. */
export type Address = () => Promise<string>

/** Sends an attempt until its outcome is known, to whichever server then runs. */
export const sendUntilKnown = async (address: Address, attempt: Attempt): Promise<Outcome> => {
  for (let unknown = 0; ; unknown += 1) {
    const reply = await sendOnce(await address(), attempt)
    if (reply !== null) return { ...attempt, reply, unknown }
  }
}

type Plan = {
  name: string
  apiKeys: string[]
  /** Ids count up from here and belong to this client only. */
  firstId: number
  random: Random
  /** Called with each response. */
  onResponse: () => void
}

/** Mostly a new paper; now and then one that must be refused for its content, its id or its Idempotency-Key. */
const nextAttempt = (fresh: Attempt, before: Outcome | null, random: Random): Attempt => {
  if (random.onceIn(15)) return { ...fresh, paper: { ...fresh.paper, chapter: 9 }, wanted: 400 }
  if (before === null) return fresh
  if (random.onceIn(15)) return { ...fresh, paper: { ...fresh.paper, id: before.paper.id }, wanted: 409 }
  if (random.onceIn(15)) return { ...fresh, apiKey: before.apiKey, idempotencyKey: before.idempotencyKey, wanted: 422 }
  return fresh
}

/** A client that submits one paper after the other until it is stopped, or has used up its keys. */
export const submitAllTheTime = async (address: Address, plan: Plan, stopped: () => boolean): Promise<Outcome[]> => {
  const { name, apiKeys, firstId, random, onResponse } = plan
  const outcomes: Outcome[] = []
  const left = [...apiKeys]
  let lastStored: Outcome | null = null
  for (let count = 0; !stopped(); count += 1) {
    const [apiKey] = left
    if (apiKey === undefined) break
    const paper = { id: `p${firstId + count}`, title: `Paper ${count} of ${name}` }
    const fresh: Attempt = { apiKey, idempotencyKey: `${name}-${count}`, paper, wanted: 201 }
    const outcome = await sendUntilKnown(address, nextAttempt(fresh, lastStored, random))
    outcomes.push(outcome)
    onResponse()
    if (outcome.reply.status === 201) lastStored = outcome
    if (outcome.reply.status === 429) left.shift()
  }
  return outcomes
}
