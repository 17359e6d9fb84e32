import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import fc from 'fast-check'
import { engines, postgresEngine, sqliteEngine, type TestEngine } from '../support/database/engines.ts'
import { ask, askAgain, asRequest, followLink } from '../support/fuzz/ask.ts'
import { event, happen } from '../support/fuzz/events.ts'
import { counted, openWorld, type World } from '../support/fuzz/world.ts'
import { perhaps } from '../support/generated/choices.ts'
import { fuzzRuns } from '../support/generated/fuzz-runs.ts'
import { generatedRequests } from '../support/generated/requests/generated-requests.ts'

/** Tokens come by mail alone. */
const readEmails = async ({ service: { store, clock }, seen }: World): Promise<void> => {
  const now = clock.now().toISOString()
  const emails = await store.transact((tx) => tx.outbox.lease(now, clock.now().toISOString(), 50, false))
  for (const queued of emails)
    for (const [, token] of JSON.stringify(queued).matchAll(/token=([\w.%-]+)/gu))
      if (token !== undefined) seen.token.push(token)
}

/** Responses that no request alone can bring about. */
const BEYOND_REQUESTS = new Set([503, 507])

/** Signed with a secret that this service does not have. */
const UNSIGNED = 'POST /api/mail/bounces'

/**
 * What a run must have seen to say anything: success of every operation of both APIs, and every status somewhere. What
 * editors do needs more agreement between requests than chance brings about.
 */
const neverSeen = ({ operations, counts }: World): string[] => {
  const names = [...counts.keys()]
  const apis = operations.filter(({ tag, name }) => tag !== 'Pages' && tag !== 'Editorial API' && name !== UNSIGNED)
  const statuses = new Set(apis.flatMap(({ responses }) => [...responses.keys()]).concat(204, 405))
  return [
    ...apis.filter(({ name }) => !names.some((seen) => seen.startsWith(`${name} 2`))).map(({ name }) => name),
    ...[...statuses]
      .filter((status) => !BEYOND_REQUESTS.has(status) && !names.some((seen) => seen.endsWith(` ${status}`)))
      .map(String),
  ]
}

const describeCounts = (world: World): string => {
  const counts = [...world.counts].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `${counted(world)} requests: ${counts.map((entry) => entry.join(' × ')).join(', ')}`
}

const keepsTheContract = async (t: TestContext, engine: TestEngine, share: number): Promise<void> => {
  const world = await openWorld(t, engine)
  const { numRuns, seed, isThorough } = fuzzRuns(share)
  t.diagnostic(`seed ${seed}`)
  const step = fc.record({ before: perhaps(30, event), generated: generatedRequests(world.operations, world.keys) })
  await fc.assert(
    fc.asyncProperty(step, async ({ before, generated }) => {
      if (before !== null) await happen(world, before)
      const asked = asRequest(world, generated)
      const first = await ask(world, asked)
      if (generated.again) await askAgain(world, asked, first)
      await followLink(world, first.reply.headers)
      if (generated.operation.template === '/api/subscribe') await readEmails(world)
    }),
    { numRuns, seed },
  )
  t.diagnostic(describeCounts(world))
  const complaints = world.service.logged.filter(({ level }) => level === 'error' || level === 'warn')
  assert.deepEqual(complaints, [])
  if (isThorough && share === 1) assert.deepEqual(neverSeen(world), [], 'all of the contract was tried')
}

/** On PostgreSQL each statement is a round trip, so fewer requests look for what only that engine does. */
const SHARES: Record<string, number> = { [sqliteEngine.name]: 1, [postgresEngine.name]: 0.25 }

for (const engine of engines)
  test(`${engine.name}: every response keeps the contract, and what is refused changes nothing`, (t) =>
    keepsTheContract(t, engine, SHARES[engine.name] ?? 1))
