import assert from 'node:assert/strict'
import { appendFile, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { openBackups } from '#backups/open-backups.ts'
import type { Database } from '#config.ts'
import { parseSchedule } from '#core/backups.ts'
import { keepBackupsJob } from '#jobs/backups.ts'
import { expositionOf } from '#metrics/exposition.ts'
import { openProcessMetrics } from '#metrics/open-process-metrics.ts'
import type { Store } from '#ports/store/store.ts'
import { readBacklog } from '#queries/backlog.ts'
import { openPostgresStore } from '#store/postgres/open-postgres-store.ts'
import { openSqliteStore } from '#store/sqlite/open-sqlite-store.ts'
import { newKeys } from '../../support/backups.ts'
import { migratedDatabase, migratedFile, unhurried } from '../../support/database/engines.ts'
import { addPapers, AT, newPaper } from '../../support/database/stored.ts'
import { temporaryFolder } from '../../support/files.ts'
import { fakeClock, type FakeClock, type LogLine, recordingLog, testRunner } from '../../support/ports.ts'

type Ports = { clock: FakeClock; log: ReturnType<typeof recordingLog> }

const engines: {
  name: string
  open: (t: TestContext, ports: Ports) => Promise<{ database: Database; store: Store }>
}[] = [
  {
    name: 'SQLite',
    open: async (t, ports) => {
      const path = await migratedFile(t)
      return { database: { engine: 'sqlite', path }, store: await openSqliteStore(path, ports) }
    },
  },
  {
    name: 'PostgreSQL',
    open: async (_t, ports) => {
      const url = unhurried(await migratedDatabase())
      const database: Database = { engine: 'postgres', url, directUrl: null, replicaUrls: [] }
      return { database, store: await openPostgresStore({ url, replicaUrls: [] }, ports, { migrate: true }) }
    },
  },
]

const DAY = 86_400

for (const { name, open } of engines)
  test(`${name}: the job restores the newest backup on trial once a week; a fault is a figure and an email`, async (t) => {
    const clock = fakeClock('2026-11-01T03:00:00.000Z')
    const lines: LogLine[] = []
    const log = recordingLog(lines)
    const { database, store } = await open(t, { clock, log })
    t.after(() => store.close())
    const root = await temporaryFolder(t)
    const place = join(root, 'backups')
    const schedule = parseSchedule('0 3 * * 0')
    assert.ok(schedule !== null)
    const backups = openBackups({
      database,
      filePlace: { kind: 'folder', path: join(root, 'files') },
      backups: { place: { kind: 'folder', path: place }, schedule, ...(await newKeys()) },
    })
    assert.ok(backups !== null)
    const run = await testRunner({ store, clock })
    const job = keepBackupsJob({ run, backups, state: store.private.backups, clock, log })
    const { signal } = new AbortController()
    await store.transact((tx) =>
      tx.editors.add({
        id: 'e_1',
        name: 'Ada',
        email: 'ada@example.org',
        role: 'admin',
        createdAt: AT,
        removedAt: null,
      }),
    )
    await addPapers(store, newPaper({}))

    // Each asks metrics of its own: those of a process are read every five seconds at most.
    const figure = async (of: string): Promise<number | null> => {
      const watched = openProcessMetrics({ version: '1', serves: false })
      watched.watch({
        condition: () => store.condition(),
        readBacklog: () => readBacklog(store.private),
        readBackups: () => store.private.backups.state(),
        folders: {},
        clock,
        log,
      })
      const text = await expositionOf(async () => [await watched.collect()]).read()
      watched.close()
      const value = new RegExp(`^longview_backup_${of} (?<value>.*)$`, 'mu').exec(text)?.groups?.value
      return value === undefined ? null : Number(value)
    }
    const subjects = async () => (await store.private.outbox.list(null, null, 10)).emails.map(({ subject }) => subject)
    const drill = async () => (await store.private.backups.state()).drill

    assert.equal(await figure('drill_passed'), null)
    // The first backup; the next minute restores it, since none was ever tried.
    await job.run(signal)
    const [first] = await backups.list()
    assert.ok(first !== undefined && (await drill()) === null)
    clock.advance(60)
    await job.run(signal)
    const tried = { at: clock.now().toISOString(), backup: first.id, fault: null }
    assert.deepEqual(await drill(), tried)
    assert.equal(await figure('drill_passed'), 1)
    assert.equal(await figure('drill_timestamp_seconds'), clock.now().getTime() / 1_000)
    clock.advance(6 * DAY)
    await job.run(signal)
    assert.deepEqual(await drill(), tried, 'a trial before a week has passed')

    // The backup of the next week is torn before its trial.
    clock.set('2026-11-08T03:00:00.000Z')
    await job.run(signal)
    const [, second, ...others] = await backups.list()
    assert.ok(second !== undefined && others.length === 0)
    const path = join(place, 'database', `${second.id}.db.zst.age`)
    await appendFile(path, 'x')
    assert.deepEqual([await drill(), await subjects()], [tried, []])
    clock.advance(60)
    await job.run(signal)
    const failed = await drill()
    assert.equal(failed?.backup, second.id)
    assert.match(failed?.fault ?? '', /cannot be decrypted/u)
    assert.equal(await figure('drill_passed'), 0)
    assert.deepEqual(await subjects(), ['[House] The newest backup could not be restored'])
    assert.ok(lines.some(({ level, message }) => level === 'error' && /could not be restored on trial/u.test(message)))

    // After a fault it is tried again a day later.
    await truncate(path, second.stored.bytes)
    clock.advance(DAY - 1)
    await job.run(signal)
    assert.deepEqual(await drill(), failed)
    clock.advance(1)
    await job.run(signal)
    assert.deepEqual(await drill(), { at: clock.now().toISOString(), backup: second.id, fault: null })
    assert.equal(await figure('drill_passed'), 1)
    assert.equal((await subjects()).length, 1)
  })
