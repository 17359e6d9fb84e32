import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { addEditor } from '#actions/editors.ts'
import { createSession } from '#actions/sessions.ts'
import { openSqliteStore } from '#store/sqlite/open-sqlite-store.ts'
import { nextFrame, openBrowser } from '../support/browser/browser.ts'
import { budget } from '../support/budgets.ts'
import { freePort } from '../support/free-port.ts'
import { seededRandom, testSeed } from '../support/generated/random.ts'
import { fakeClock, recordingLog, testRunner } from '../support/ports.ts'
import { processCorpus, type ProcessCorpus } from '../support/process/process-corpus.ts'

const INTERRUPTIONS = 2 * budget('fileImportKills')
/** Between two interruptions at most this many records are waited for. */
const MAX_BETWEEN = 30
/** Several times what is waited for: the server goes on until it is interrupted, however long this process is kept from it. */
const RECORDS = 6 * MAX_BETWEEN * INTERRUPTIONS
/** Long enough that the file has several pieces. */
const ABSTRACT = 'We plan for days. '.repeat(300)

const entry = (n: number): string =>
  `@misc{a${n}, title={Report ${n} on agents at work}, author={Ada Author${n}}, year=2025, doi={10.1000/k.${n}}, abstract={${ABSTRACT}}}\n`

/** The cookie of an editor's browser, made before a server runs. */
const signedInCookie = async ({ path }: ProcessCorpus): Promise<string> => {
  const clock = fakeClock(new Date().toISOString())
  const store = await openSqliteStore(path, { clock, log: recordingLog([]) })
  const run = await testRunner({ store, clock })
  const { editor } = await run(addEditor, { name: 'Ada', email: 'ada@example.org', role: 'editor', actor: 'test' })
  const browser = { client: 'test', before: null, knownTo: [editor.id] }
  const { secret } = await run(createSession, { editor, method: 'passphrase', browser })
  await store.close()
  return secret
}

test('a file that is sent from the page goes on through kills and restarts of the server, and stores each record once', async (t) => {
  const corpus = await processCorpus(t)
  const PORT = String(await freePort())
  const cookie = await signedInCookie(corpus)
  let server = await corpus.serve({ PORT })
  const { page, troubles } = await (await openBrowser(t)).visit()
  await page.context().addCookies([{ name: 'sid', value: cookie, url: server.url }])
  const file = {
    name: 'plans.bib',
    mimeType: 'text/plain',
    buffer: Buffer.from(Array.from({ length: RECORDS }, (_, index) => entry(index)).join('')),
  }
  const choose = async (): Promise<void> => {
    await page.goto(`${server.url}/console/imports`)
    await page.getByLabel('File').setInputFiles(file)
    await page.getByRole('button', { name: 'Import for review' }).click()
  }
  const taken = (): number =>
    corpus.inspect((database) =>
      Number(database.prepare('SELECT max(records_read) FROM ingest_sessions').pluck().get() ?? 0),
    )
  /** Waits until more than this number of records are stored. */
  const takenBeyond = async (count: number): Promise<number> => {
    for (;;) {
      const now = taken()
      if (now > count) return now
      await nextFrame(page)
    }
  }

  const random = seededRandom(testSeed())
  const interruptedAt: number[] = []
  await choose()
  for (let number = 0; number < INTERRUPTIONS; number += 1) {
    interruptedAt.push(await takenBeyond((interruptedAt.at(-1) ?? 0) + random.between(0, MAX_BETWEEN)))
    const isKilled = number % 2 === 0
    const exit = once(server.child, 'exit')
    server.child.kill(isKilled ? 'SIGKILL' : 'SIGTERM')
    await exit
    // Once the page stays and asks again; once its editor comes back and chooses the file again.
    if (!isKilled) await page.goto('about:blank')
    server = await corpus.serve({ PORT })
    if (!isKilled) {
      await page.goto(`${server.url}/console/imports`)
      await page.getByRole('heading', { name: 'Unfinished' }).waitFor()
      await choose()
    }
  }
  await page.getByRole('heading', { name: 'plans.bib' }).waitFor({ timeout: 0 })
  t.diagnostic(
    `seed ${testSeed()}: interrupted ${INTERRUPTIONS} times, at ${interruptedAt.join(', ')} of ${RECORDS} records`,
  )
  assert.ok((interruptedAt.at(-1) ?? 0) < RECORDS, 'it was over before the last interruption')
  const text = (await page.locator('main').textContent()) ?? ''
  assert.match(text, new RegExp(`Read${RECORDS} of at most[^]*Stored${RECORDS}Unchanged`, 'u'))
  const stored = corpus.inspect((database) => [
    database.prepare('SELECT count(*) FROM papers').pluck().get(),
    database.prepare('SELECT count(DISTINCT doi) FROM papers').pluck().get(),
    database.prepare('SELECT count(*) FROM ingest_sessions').pluck().get(),
  ])
  assert.deepEqual(stored, [RECORDS, RECORDS, 1])
  // The browser reports that the server was not reached.
  assert.deepEqual(
    troubles.filter((trouble) => !/^request: |ERR_|Failed to load resource/u.test(trouble)),
    [],
  )
})
