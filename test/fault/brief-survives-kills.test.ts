import assert from 'node:assert/strict'
import { once } from 'node:events'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import Database from 'better-sqlite3'
import pg from 'pg'
import { sendBrief } from '#actions/mailings.ts'
import { openCorpus } from '#open-corpus.ts'
import { readConfig } from '#config.ts'
import { budget } from '../support/budgets.ts'
import { postgres } from '../support/database/engines.ts'
import { temporaryFolder } from '../support/files.ts'
import { BRIEF, publishSampleBrief, putSubscribers, readers } from '../support/mail/mailings.ts'
import { MAIL_FROM, startSmtpSink } from '../support/mail/smtp-sink.ts'
import { commandInProcess } from '../support/process/process-corpus.ts'
import { launch } from '../support/process/longview-process.ts'

const KILLS = budget('sendingKills')
const SENT_BETWEEN = 30
const CONNECTIONS = 4

type Place = {
  name: string
  processes: number
  url: (t: TestContext) => Promise<string>
  /** As if a minute had passed: what killed processes had in their hands is free again. */
  endLeases: (url: string) => Promise<void>
}

const END_LEASES = 'UPDATE mailing_deliveries SET lease_until = NULL'

const places: Place[] = [
  {
    name: 'SQLite, one process',
    processes: 1,
    url: async (t) => `sqlite:${join(await temporaryFolder(t), 'corpus.db')}`,
    endLeases: async (url) => {
      const database = new Database(url.replace('sqlite:', ''))
      database.exec(END_LEASES)
      database.close()
    },
  },
  {
    name: 'PostgreSQL, two processes',
    processes: 2,
    url: async () => (await postgres()).createDatabase(),
    endLeases: async (url) => {
      const client = new pg.Client(url)
      await client.connect()
      await client.query(END_LEASES)
      await client.end()
    },
  },
]

for (const { name, processes, url: createUrl, endLeases } of places)
  test(
    `a brief reaches everybody however often the sending processes are killed (${name})`,
    { timeout: 600_000 },
    async (t) => {
      const sink = await startSmtpSink(t)
      const url = await createUrl(t)
      const environment = {
        DATABASE_URL: url,
        STARTER_CORPUS: 'off',
        SMTP_URL: sink.url,
        MAIL_FROM,
        SMTP_CONNECTIONS: String(CONNECTIONS),
        LOG_LEVEL: 'silent',
      }
      const corpus = await openCorpus(readConfig(environment), { migrate: true })
      const everybody = readers((KILLS + 1) * SENT_BETWEEN)
      await publishSampleBrief(corpus.run)
      await putSubscribers(corpus.store, everybody, { at: corpus.clock.now().toISOString() })
      await corpus.run(sendBrief, { id: BRIEF, at: null, actor: 'test' })
      await corpus.close()

      for (let kill = 1; kill <= KILLS; kill += 1) {
        const sending = Array.from({ length: processes }, () => launch(['brief', 'send', BRIEF, '--wait'], environment))
        await sink.taken(sink.emails.length + SENT_BETWEEN / 2)
        await Promise.all(
          sending.map(async ({ child }) => {
            const exited = once(child, 'exit')
            child.kill('SIGKILL')
            await exited
          }),
        )
      }
      await endLeases(url)
      const last = await commandInProcess(['brief', 'send', BRIEF, '--wait', '--json'], environment)
      assert.deepEqual(JSON.parse(last.stdout), { id: BRIEF, state: 'sent', deliveries: everybody.length }, last.stderr)

      const messageIds = new Map<string, Set<string>>()
      for (const { to, raw } of sink.emails) {
        const [address = ''] = to
        const id = /^Message-ID: (?<id>\S+)\r$/imu.exec(raw.toString())?.groups?.id ?? ''
        messageIds.set(address, (messageIds.get(address) ?? new Set()).add(id))
      }
      assert.deepEqual([...messageIds.keys()].toSorted(), everybody.toSorted())
      for (const [address, ids] of messageIds) assert.equal(ids.size, 1, `${address} got two Message-IDs`)
      const repeated = sink.emails.length - everybody.length
      assert.ok(repeated <= KILLS * processes * CONNECTIONS, `${repeated} were sent twice`)
      t.diagnostic(`${repeated} of ${everybody.length} were sent twice after ${KILLS} kills of ${processes}`)
    },
  )
