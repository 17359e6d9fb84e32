import assert from 'node:assert/strict'
import { test } from 'node:test'
import { actionRunner, type ActionContext } from '#actions/run-action.ts'
import { Failure } from '#core/failure.ts'
import { submitPolicy } from '#core/quota.ts'
import { emailComposer } from '#mail/emails/email-templates.ts'
import { countingIds, fakeClock, house, recordingLog } from '../support/ports.ts'
import { engines, type TestEngine } from '../support/database/engines.ts'
import type { Ending } from '../support/files.ts'

const refusal = new Failure('quota_exceeded', 'Not now.')
const isRefusal = (error: unknown): boolean => error === refusal

const opened = async (t: Ending, engine: TestEngine) => {
  const clock = fakeClock()
  const store = await engine.open(t, { clock, log: recordingLog([]) })
  t.after(() => store.close())
  const secret = Buffer.alloc(32)
  const emails = emailComposer({ site: house, publicUrl: () => 'http://library.example', secret })
  const run = actionRunner({ store, clock, ids: countingIds(), emails })
  const counted = async () =>
    submitPolicy.limit - (await store.private.quota.peek('b', submitPolicy, clock.now())).remaining
  return { clock, run, counted }
}

const count = (tx: ActionContext) => tx.quota.consume('b', submitPolicy, tx.now)

const countAndThrow = async (tx: ActionContext): Promise<void> => {
  await count(tx)
  throw refusal
}

const countAndReturn = async (tx: ActionContext): Promise<Failure> => {
  await count(tx)
  return refusal
}

for (const engine of engines) {
  test(`${engine.name}: an action that throws leaves nothing behind`, async (t) => {
    const { run, counted } = await opened(t, engine)
    await assert.rejects(run(countAndThrow, null), isRefusal)
    assert.equal(await counted(), 0)
  })

  test(`${engine.name}: an action that returns a failure keeps what it wrote, and its caller gets the failure`, async (t) => {
    const { run, counted } = await opened(t, engine)
    await assert.rejects(run(countAndReturn, null), isRefusal)
    assert.equal(await counted(), 1)
  })

  test(`${engine.name}: an action has one instant`, async (t) => {
    const { run, clock } = await opened(t, engine)
    const instants = await run(async (tx: ActionContext) => {
      const first = tx.now
      clock.advance(60)
      await count(tx)
      return [first, tx.now]
    }, null)
    assert.equal(instants[0]?.getTime(), instants[1]?.getTime())
  })
}
