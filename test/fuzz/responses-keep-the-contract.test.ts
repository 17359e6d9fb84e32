import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import fc from 'fast-check'
import { postgresEngine, sqliteEngine, type TestEngine } from '../support/database/engines.ts'
import {
  ask,
  askAgain,
  asRequest,
  followLink,
  event,
  happen,
  counted,
  openWorld,
  type World,
} from '../support/fuzz/world.ts'
import { perhaps, testSeed } from '../support/generated/random.ts'
import type { Operation } from '../support/fuzz/contract.ts'
import { budget, isThorough, type BudgetName } from '../support/budgets.ts'
import { generatedRequests } from '../support/fuzz/requests.ts'

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

/** Sends requests to these operations, each checked, with what editors and time do between them. */
const sendRequests = async (
  world: World,
  operations: readonly Operation[],
  { numRuns, seed }: { numRuns: number; seed: number },
): Promise<void> => {
  const step = fc.record({ before: perhaps(30, event), generated: generatedRequests(operations, world.keys) })
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
}

/** Enough for every operation that can succeed at all; what chance left out must not fail a run. */
const ROUNDS_FOR_MISSING = 10

/** Without new submissions, editors soon have nothing left to decide on, and nobody is asked for changes. */
const SUBMITS = 'POST /api/papers'

/** Goes on with the operations that have not succeeded yet. */
const sendMissing = async (world: World, seed: number): Promise<void> => {
  for (let round = 1; round <= ROUNDS_FOR_MISSING; round += 1) {
    const missing = neverSeen(world)
    if (missing.length === 0) return
    const operations = world.operations.filter(({ name }) => name === SUBMITS || missing.includes(name))
    await sendRequests(world, operations.length > 1 ? operations : world.operations, {
      numRuns: budget('requestsToMissing'),
      seed: seed + round,
    })
  }
}

const keepsTheContract = async (t: TestContext, engine: TestEngine, numRuns: number): Promise<void> => {
  const world = await openWorld(t, engine)
  const seed = testSeed()
  t.diagnostic(`seed ${seed}: ${numRuns} generated requests`)
  await sendRequests(world, world.operations, { numRuns, seed })
  if (isThorough) await sendMissing(world, seed)
  t.diagnostic(describeCounts(world))
  const complaints = world.service.logged.filter(({ level }) => level === 'error' || level === 'warn')
  assert.deepEqual(complaints, [])
  if (isThorough) assert.deepEqual(neverSeen(world), [], 'all of the contract was tried')
}

const requests = new Map<TestEngine, BudgetName>([
  [sqliteEngine, 'requestsOnSqlite'],
  [postgresEngine, 'requestsOnPostgres'],
])

for (const [engine, name] of requests)
  test(`${engine.name}: every response keeps the contract, and what is refused changes nothing`, (t) =>
    keepsTheContract(t, engine, budget(name)))
