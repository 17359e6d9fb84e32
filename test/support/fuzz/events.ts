import assert from 'node:assert/strict'
import fc, { type Arbitrary } from 'fast-check'
import { publishBrief } from '#actions/editorial/publish-brief.ts'
import { mergePaper } from '#actions/papers/merge-paper.ts'
import { decidePaper } from '#actions/review/decide-paper.ts'
import type { EditorEvent } from '#actions/review/parse-decision-note.ts'
import { weekId } from '#core/editorial/week.ts'
import { Failure } from '#core/failure.ts'
import { weighted } from '../generated/choices.ts'
import type { Seen } from '../generated/requests/request.ts'
import { leastPaper } from '../service/papers.ts'
import { ask } from './ask.ts'
import { counted, CROWD_ID, resolve, type World } from './world.ts'

const FLOODED = ['/api/papers', '/api/contact', '/api/subscribe'] as const

/** What editors, time or a crowd do between two requests. */
export type Event =
  | { kind: 'decide'; id: string | Seen; event: EditorEvent }
  | { kind: 'wait'; seconds: number }
  | { kind: 'publish'; week: number }
  | { kind: 'merge'; from: number; into: number }
  | { kind: 'flood'; target: (typeof FLOODED)[number] }

const decision: Arbitrary<Event> = fc.record({
  kind: fc.constant('decide'),
  id: weighted<string | Seen>(
    [9, fc.record({ seen: fc.constant('id'), at: fc.nat() })],
    [1, fc.integer({ min: 21, max: 60 }).map((number) => `p${number}`)],
  ),
  event: fc.constantFrom('accept', 'accept', 'ask', 'ask', 'ask', 'reject', 'retract', 'retract'),
})
const wait: Arbitrary<Event> = fc.record({
  kind: fc.constant('wait'),
  seconds: weighted([9, fc.nat(20)], [1, fc.constantFrom(1_800, 3_599, 3_600)]),
})
const publish: Arbitrary<Event> = fc.record({
  kind: fc.constant('publish'),
  week: fc.integer({ min: 46, max: 48 }),
})
const merge: Arbitrary<Event> = fc.record({
  kind: fc.constant('merge'),
  from: fc.integer({ min: 41, max: 60 }),
  into: fc.integer({ min: 21, max: 40 }),
})
const crowd: Arbitrary<Event> = fc.record({ kind: fc.constant('flood'), target: fc.constantFrom(...FLOODED) })

export const event = weighted([62, decision], [30, wait], [2, publish], [1, merge], [1, crowd])

const floodBody = (world: World, target: string): object =>
  target === '/api/papers'
    ? leastPaper({ id: CROWD_ID + String((world.freshIds += 1)).padStart(12, '0') })
    : { name: 'Ada', email: `ada${(world.freshIds += 1) % 90}@example.org`, message: 'Hello.' }

/** More requests of one kind than the limit of an hour. */
const flood = async (world: World, target: string): Promise<void> => {
  const headers = { 'Content-Type': 'application/json', 'X-API-Key': world.keys.other, 'X-Forwarded-For': '192.0.2.1' }
  for (let sent = 0; sent <= 100; sent += 1) {
    const body = JSON.stringify(floodBody(world, target))
    const { reply } = await ask(world, { method: 'POST', target, headers, body, chunked: false })
    if (reply.status === 429) return
  }
  assert.fail(`101 requests to ${target} were accepted within an hour`)
}

const BRIEFS_AFTER_REQUESTS = 500

export const happen = async (world: World, what: Event): Promise<void> => {
  const { service } = world
  world.snapshot = null
  switch (what.kind) {
    case 'wait':
      service.clock.advance(what.seconds)
      return
    case 'flood':
      await flood(world, what.target)
      return
    case 'publish': {
      // The response before the first brief has to be seen, too.
      if (counted(world) < BRIEFS_AFTER_REQUESTS) return
      const week = { year: 2026, week: what.week }
      const brief = { id: weekId(week), week, title: 'A week', summary: 'Much.', take: 'Well.', featured: [] }
      await unlessRefused(service.run(publishBrief, { brief: brief, actor: 'test' }))
      return
    }
    case 'merge': {
      const ids = { id: `p${what.from}`, into: `p${what.into}` }
      await unlessRefused(service.run(mergePaper, { ...ids, note: null, actor: 'test' }))
      return
    }
    case 'decide': {
      const id = resolve(world, what.id)
      const state = await unlessRefused(
        service.run(decidePaper, { id, event: what.event, note: 'So be it.', actor: 'editor:test' }),
      )
      if (state === 'changes_requested') world.seen.asked.push(id)
    }
  }
}

/** An editor who comes too late, or is wrong, changes nothing. */
const unlessRefused = async <T>(work: Promise<T>): Promise<T | null> => {
  try {
    return await work
  } catch (error) {
    if (error instanceof Failure) return null
    throw error
  }
}
