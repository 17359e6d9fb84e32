import assert from 'node:assert/strict'
import { chmodSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { Check } from '#core/diagnosis.ts'
import { openPostgresStore } from '#store/postgres/open-postgres-store.ts'
import { namedObjects } from '#store/sql/database-findings.ts'
import { newKeys } from '../support/backups.ts'
import { migratedDatabase, postgres } from '../support/database/engines.ts'
import { postgresPassword } from '../support/database/postgres.ts'
import { openEmbeddingServer } from '../support/embeddings.ts'
import { samplePdf } from '../support/files.ts'
import { fakeClock, recordingLog } from '../support/ports.ts'
import { commandInProcess, processCorpus, type ProcessCorpus } from '../support/process/process-corpus.ts'
import { leastPaper } from '../support/service/papers.ts'

/** A corpus with a bit of everything that is checked. */
const healthyCorpus = async (t: Parameters<typeof processCorpus>[0]): Promise<ProcessCorpus> => {
  const corpus = await processCorpus(t)
  corpus.environment.FILES = `file:${join(corpus.folder, 'files')}`
  await corpus.run('ingest', await corpus.file('papers.jsonl', [leastPaper()]), '--accept')
  await corpus.run('files', 'add', 'p1', await corpus.file('one.pdf', samplePdf('one', 1_000)))
  await corpus.run('sources', 'add', 'feed', 'https://example.org/feed.xml', '--name', 'News')
  return corpus
}

const examine = async (environment: Record<string, string>): Promise<{ code: number | null; checks: Check[] }> => {
  const { code, stdout } = await commandInProcess(['doctor', '--json'], environment)
  return { code, checks: JSON.parse(stdout) as Check[] }
}

/** All that it prints, for support and for programs. */
const printed = async (environment: Record<string, string>): Promise<string> => {
  const outputs = ['--report', '--json'].map((option) => commandInProcess(['doctor', option], environment))
  return (await Promise.all(outputs)).map(({ stdout, stderr }) => stdout + stderr).join('')
}

const execute = (corpus: ProcessCorpus, sql: string): unknown => corpus.inspect((database) => database.exec(sql))

/** The one file that the corpus holds. */
const storedFile = ({ folder }: ProcessCorpus): string => {
  const name = readdirSync(join(folder, 'files'), { recursive: true }).find((path) =>
    /[0-9a-f]{64}/u.test(String(path)),
  )
  return join(folder, 'files', String(name))
}

/** A fault, the check that finds it, and words of its detail and its remedy. */
type Planted = [name: string, plant: (corpus: ProcessCorpus) => unknown, check: string, words: RegExp]

const faults: Planted[] = [
  [
    'a variable that cannot be read',
    ({ environment }) => (environment.PORT = 'x'),
    'configuration',
    /PORT must.*Correct the variable/u,
  ],
  [
    'a database that others can read',
    ({ path }) => chmodSync(path, 0o644),
    'permissions',
    /can read .*corpus\.db.*chmod 600/u,
  ],
  ['a file cut short', ({ path }) => truncateSync(path, 40_000), 'database', /damaged.*Restore|cannot be read.*Check/u],
  [
    'another kind of file',
    ({ path }) => writeFileSync(path, 'This is not a database, although its name says so.'.repeat(100)),
    'database',
    /cannot be read/u,
  ],
  [
    'a database of a newer version',
    (corpus) =>
      execute(
        corpus,
        "INSERT INTO migrations (number, name, applied_at) VALUES (9999, 'later', '2027-01-01T00:00:00.000Z')",
      ),
    'migrations',
    /newer version.*Start that version/u,
  ],
  [
    'a database of an older version',
    (corpus) => execute(corpus, 'DELETE FROM migrations WHERE number = (SELECT max(number) FROM migrations)'),
    'migrations',
    /missing: .*longview migrate/u,
  ],
  [
    'a disk without room for the copy before a migration',
    // As large as no disk here, without taking room.
    ({ path }) => truncateSync(path, 2 ** 42),
    'disk',
    /only .* free.*Make room/u,
  ],
  [
    'a missing index',
    (corpus) => execute(corpus, 'DROP INDEX papers_by_title'),
    'indexes',
    /papers_by_title.*Restore/u,
  ],
  [
    'a missing trigger',
    (corpus) => execute(corpus, 'DROP TRIGGER audit_log_keeps_rows'),
    'indexes',
    /audit_log_keeps_rows/u,
  ],
  [
    'a journal that does not let readers read on',
    (corpus) => corpus.inspect((database) => database.pragma('journal_mode = DELETE')),
    'settings',
    /journal mode is delete.*Start the server/u,
  ],
  [
    'a changed row of the audit log',
    (corpus) =>
      execute(corpus, "DROP TRIGGER audit_log_keeps_content; UPDATE audit_log SET actor = 'editor:e_1' WHERE seq = 1"),
    'audit log',
    /Find out who can write/u,
  ],
  [
    'a clock that was set back',
    (corpus) =>
      execute(corpus, "DROP TRIGGER audit_log_keeps_content; UPDATE audit_log SET at = '2999-01-01T00:00:00.000Z'"),
    'clock',
    /2999-01-01.*Correct the clock/u,
  ],
  ['a file that is gone', (corpus) => rmSync(storedFile(corpus)), 'files', /1 of 1 file missing.*Restore/u],
  [
    'a file that was changed',
    (corpus) => writeFileSync(storedFile(corpus), samplePdf('two', 1_000)),
    'files',
    /1 of 1 file/u,
  ],
  [
    'a source that fails',
    (corpus) => execute(corpus, "UPDATE watched_sources SET failures = 3, last_error = 'answered 500'"),
    'sources',
    /News \(1\): answered 500.*longview sources run 1/u,
  ],
  [
    'emails that were given up',
    (corpus) =>
      execute(
        corpus,
        `INSERT INTO outbox (message_id, kind, subject, text, headers, state, due_at, created_at)
         VALUES ('<1@example.org>', 'contact', 'Hello', 'Hello.', '{}', 'failed', '2026-01-01', '2026-01-01')`,
      ),
    'outbox',
    /1 email given up.*longview mail flush/u,
  ],
  [
    'a name that does not resolve',
    ({ environment }) => (environment.PUBLIC_URL = 'https://papers.invalid'),
    'DNS',
    /papers\.invalid.*Correct the name/u,
  ],
  [
    'a mail server that does not answer',
    ({ environment }) => Object.assign(environment, { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'a@library.invalid' }),
    'mail server',
    /ECONNREFUSED.*Correct SMTP_URL/u,
  ],
  [
    'a sender without DNS records',
    ({ environment }) => Object.assign(environment, { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'a@library.invalid' }),
    'mail sender',
    /SPF.*DKIM.*DMARC.*longview mail check/u,
  ],
  [
    'an embeddings endpoint that does not answer',
    ({ environment }) =>
      Object.assign(environment, { EMBEDDINGS_URL: 'http://127.0.0.1:1/v1', EMBEDDINGS_MODEL: 'topics' }),
    'embeddings',
    /could not be reached.*Correct EMBEDDINGS_URL/u,
  ],
]

describe('longview doctor', { concurrency: 1 }, () => {
  test('asks the embeddings endpoint for the vector of a public word, and says how far the stored ones are', async (t) => {
    const corpus = await healthyCorpus(t)
    const server = await openEmbeddingServer(t)
    const model = 'topics'
    Object.assign(corpus.environment, {
      EMBEDDINGS_URL: `${server.origin}/v1`,
      EMBEDDINGS_MODEL: model,
      EMBEDDINGS_KEY: 'k3y',
    })
    const told = async (check: string): Promise<string | undefined> => {
      const { code, checks } = await examine(corpus.environment)
      assert.equal(code, 0)
      return checks.find((one) => one.check === check)?.detail
    }
    assert.match(String(await told('embeddings')), /^topics answered in \d+ ms with a vector of 4 numbers$/u)
    assert.deepEqual(
      server.requests.map(({ input, authorization }) => [input, authorization]),
      [[['Longview'], 'Bearer k3y']],
    )
    assert.equal(await told('vectors'), 'none of topics yet: "longview serve" makes them in the background')
    execute(corpus, "INSERT INTO vector_sets (model, dimension, state) VALUES ('topics', 4, 'building')")
    assert.match(
      String(await told('vectors')),
      /^0 of about 1 vector of topics; until all are made, searches go by words/u,
    )
    execute(corpus, "UPDATE vector_sets SET state = 'too_large', dimension = 4")
    assert.match(String(await told('vectors')), /so searches go by words alone$/u)
    execute(
      corpus,
      `UPDATE vector_sets SET state = 'complete'; INSERT INTO text_vectors (set_seq, paper_seq, place, digest, vector)
       VALUES (1, 1, 'abstract.1', x'00', x'01020304')`,
    )
    assert.equal(await told('vectors'), '1 vector of topics, in use')
    assert.equal((await printed(corpus.environment)).includes('k3y'), false)
  })

  test('tells the state of the backups that the service makes, and that none is tried without the private key', async (t) => {
    const corpus = await healthyCorpus(t)
    const { identity, recipient } = await newKeys()
    const place = {
      BACKUP_URL: `file:${join(corpus.folder, 'backups')}`,
      BACKUP_RECIPIENT: recipient,
      LOG_LEVEL: 'silent',
    }
    const found = async (more: Record<string, string> = {}) => {
      const { checks } = await examine({ ...corpus.environment, ...place, ...more })
      return checks.find(({ check }) => check === 'backups')
    }
    assert.deepEqual(await found(), {
      check: 'backups',
      ok: false,
      detail:
        'No backup has been made yet. It is due now. And none is restored on trial, because BACKUP_IDENTITY_FILE is not set.',
      remedy: 'Remove the cause; “longview backups now” makes one at once.',
    })
    assert.equal((await commandInProcess(['backups', 'now'], { ...corpus.environment, ...place })).code, 0)
    const without = await found()
    assert.equal(without?.ok, true)
    assert.match(
      without.detail,
      /^the last is from 20\d\d-.*; none is restored on trial, because BACKUP_IDENTITY_FILE is not set$/u,
    )
    const key = { BACKUP_IDENTITY_FILE: await corpus.file('key', identity) }
    assert.match((await found(key))?.detail ?? '', /; restored on trial not yet$/u)
    execute(corpus, "UPDATE backup_state SET good_at = '2026-01-01T03:00:00.000Z'")
    assert.match((await found())?.detail ?? '', /^The last backup is too old\. /u)
  })

  test('finds nothing wrong with a healthy library, or with one that does not exist yet, and changes nothing', async (t) => {
    const corpus = await healthyCorpus(t)
    const before = corpus.inspect((database) => database.serialize())
    const { code, checks } = await examine(corpus.environment)
    assert.deepEqual(
      checks.filter(({ ok, remedy }) => !ok || remedy !== null),
      [],
    )
    assert.equal(code, 0)
    assert.ok(before.equals(corpus.inspect((database) => database.serialize())))
    const none = { ...corpus.environment, DATABASE_URL: `sqlite:${join(corpus.folder, 'new/none.db')}` }
    assert.equal((await examine(none)).code, 0)
    assert.ok(!readdirSync(corpus.folder).includes('new'))
    const { stdout } = await corpus.run('doctor', '--report')
    assert.match(stdout, /^Longview \d+\.\d+\.\d+, Node v\d+[^\n]+\n\nok +configuration/u)
  })

  for (const [name, plant, check, words] of faults)
    test(`finds ${name}`, async (t) => {
      const corpus = await healthyCorpus(t)
      await plant(corpus)
      const { code, checks } = await examine(corpus.environment)
      assert.equal(code, 1)
      const found = checks.find((one) => one.check === check && !one.ok)
      assert.match(`${found?.detail} ${found?.remedy}`, words, JSON.stringify(checks))
      const { code: printed, stdout } = await corpus.run('doctor')
      assert.equal(printed, 1)
      assert.match(stdout, new RegExp(`^WRONG +${check}`, 'mu'))
    })

  test('prints no secret, whether what it belongs to works or not', async (t) => {
    const corpus = await healthyCorpus(t)
    const secret = 'sesame-7f3a'
    const secrets = {
      SMTP_URL: `smtp://user:${secret}@127.0.0.1:1`,
      MAIL_FROM: 'a@library.invalid',
      SECRET_KEY: `${secret}-and-thirty-two-characters-more`,
      BOUNCE_WEBHOOK_SECRET: `${secret}-and-thirty-two-characters-more`,
      HTTPS_PROXY: `http://user:${secret}@127.0.0.1:1`,
      AWS_SECRET_ACCESS_KEY: secret,
    }
    const { key } = await corpus.json<{ key: string }>('keys', 'create', '--label', 'secret')
    const hashes = corpus.inspect((database) => database.prepare('SELECT hash FROM api_keys').pluck().all() as string[])
    const secretOfCorpus = corpus.inspect(
      (database) => database.prepare('SELECT secret FROM corpus').pluck().get() as Buffer,
    )
    const forms = (['hex', 'base64', 'base64url'] as const).map((form) => secretOfCorpus.toString(form))
    const all = [secret, key, ...hashes, ...forms]
    const whole = await printed({ ...corpus.environment, ...secrets })
    assert.match(whole, /WRONG +mail server/u)
    const texts = [whole]
    for (const [name, value] of Object.entries(secrets))
      for (const broken of [`${value} x`, `x${value}`, value.slice(0, 20)])
        texts.push(await printed({ ...corpus.environment, [name]: broken }))
    texts.push(await printed({ ...corpus.environment, DATABASE_URL: `postgres://user:${secret}@127.0.0.1:1/x` }))
    for (const text of texts) for (const one of all) assert.ok(!text.includes(one), text)
  })

  test('examines PostgreSQL without changing it, and repeats no password', async () => {
    const url = await migratedDatabase()
    // It is empty where this file runs alone.
    const ports = { clock: fakeClock(), log: recordingLog([]) }
    await (await openPostgresStore({ url, replicaUrls: [] }, ports, { migrate: true })).close()
    const environment = { DATABASE_URL: url, STARTER_CORPUS: 'off' }
    const wrongIn = async (changed: Record<string, string> = {}) => {
      const { checks } = await examine({ ...environment, ...changed })
      assert.ok(!JSON.stringify(checks).includes(postgresPassword))
      return checks.filter(({ ok }) => !ok).map(({ check, detail }) => `${check}: ${detail}`)
    }
    // The server of the tests may lose its data.
    const settings = await wrongIn()
    assert.ok(settings.length > 0 && settings.every((text) => text.startsWith('settings: ')), settings.join())
    assert.ok(settings.some((text) => text.startsWith('settings: fsync is off')))
    const { run } = await postgres()
    const database = new URL(url).pathname.slice(1)
    await run('DROP INDEX papers_by_title; ALTER TABLE audit_log DISABLE TRIGGER audit_log_keeps_rows', database)
    assert.ok(
      (await wrongIn()).includes('indexes: missing, invalid or switched off: papers_by_title, audit_log_keeps_rows'),
    )
    await run('DELETE FROM migrations WHERE number > 50', database)
    assert.ok((await wrongIn()).some((text) => text.startsWith('migrations: missing: ')))
    const nowhere = url.replace(database, 'nowhere')
    assert.deepEqual(await wrongIn({ DATABASE_URL: nowhere }), [
      'database: The database named in DATABASE_URL does not exist',
    ])
  })

  test('names of tables, indexes and triggers are read from a schema', () => {
    const schema =
      'CREATE TABLE a (\n  b text\n);\nCREATE UNIQUE INDEX c ON a (b);\nCREATE VIRTUAL TABLE d USING fts5 (e);\nCREATE TRIGGER f'
    assert.deepEqual(namedObjects(schema), ['a', 'c', 'd', 'f'])
  })
})
