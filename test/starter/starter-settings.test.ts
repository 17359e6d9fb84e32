import assert from 'node:assert/strict'
import { test } from 'node:test'
import { editSettings } from '#actions/editorial/settings.ts'
import type { ActionContext } from '#actions/run-action.ts'
import { defaultSettings } from '#core/settings.ts'
import { loadStarter } from '#first-start.ts'
import { readStarterSettings, STARTER_FOLDER } from '#starter/read-starter-corpus.ts'
import { sqliteEngine } from '../support/database/engines.ts'
import { AT, newPaper } from '../support/database/stored.ts'
import type { Ending } from '../support/files.ts'
import { fakeClock, recordingLog, testRunner } from '../support/ports.ts'

const starter = readStarterSettings(STARTER_FOLDER)

/** A library as an older version left it: with papers, and perhaps filled with the example corpus. */
const olderLibrary = async (t: Ending, { isSeeded }: { isSeeded: boolean }) => {
  const clock = fakeClock()
  const store = await sqliteEngine.open(t, { clock, log: recordingLog([]) })
  t.after(() => store.close())
  const run = await testRunner({ store, clock })
  await run(async (tx: ActionContext) => {
    await tx.papers.add([newPaper({ id: 'p1' })])
    const seeding = {
      at: AT,
      actor: 'starter',
      act: 'corpus.seed',
      subject: 'corpus',
      before: null,
      after: { papers: 1 },
    }
    if (isSeeded) await tx.audit.record(seeding)
  }, null)
  const start = () => loadStarter({ store, clock, run })
  return { store, run, start, stored: async () => (await store.public.settings.get()).stored }
}

test('the example corpus brings its words, and a library of its own subject has none of them', async (t) => {
  const { start, stored } = await olderLibrary(t, { isSeeded: false })
  await start()
  assert.deepEqual(await stored(), {})
  assert.doesNotMatch(JSON.stringify(defaultSettings('Longview')), /horizon|enterprise(?!Score)|agent/u)
  assert.match(starter.tagline ?? '', /agents/u)
})

test('a library that an older version filled with the example corpus keeps its words, once and on record', async (t) => {
  const { store, run, start, stored } = await olderLibrary(t, { isSeeded: true })
  await start()
  assert.deepEqual(await stored(), starter)
  const listed = await store.private.audit.list({ actor: 'starter', act: 'settings.edit', subject: null }, null, 10)
  assert.equal(listed.records.length, 1)
  const words = { words: {}, chapters: null, seen: null, defaults: defaultSettings('A'), version: 1, actor: 'cli' }
  await run(editSettings, words)
  await start()
  assert.deepEqual(await stored(), {}, 'what was taken back stays away')
})

test('settings that were made before keep their place', async (t) => {
  const { run, start, stored } = await olderLibrary(t, { isSeeded: true })
  const words = { name: 'Own' }
  await run(editSettings, {
    words,
    chapters: null,
    seen: null,
    defaults: defaultSettings('A'),
    version: 0,
    actor: 'cli',
  })
  await start()
  assert.deepEqual(await stored(), words)
})
