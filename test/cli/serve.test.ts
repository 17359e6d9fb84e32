import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdir, readFile, stat } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { assertRefused, type Ended, type Serving, secretsFile } from '../support/process/longview-process.ts'
import { leastPaper } from '../support/service/papers.ts'
import { processCorpus, type ProcessCorpus } from '../support/process/process-corpus.ts'
import type { Ending } from '../support/files.ts'

const KEY = /lv_live_[0-9A-Za-z]{38}/u

/** The whole output of a server that starts, answers once and is stopped. */
const startAndStop = async (corpus: ProcessCorpus): Promise<Serving> => {
  const server = await corpus.serve()
  assert.equal((await fetch(`${server.url}/api/papers`)).status, 200)
  assert.equal(await server.stop(), 0)
  return server
}

/** Another program on a port, for the length of the test. */
const occupiedPort = async (t: { after(close: () => void): void }): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

const wrongEnvironments: [Record<string, string>, RegExp][] = [
  [{ PORT: '70000' }, /PORT must be a number from 0 to 65535/u],
  [{ PORT: 'http' }, /PORT must be a number/u],
  [{ DATABASE_URL: 'mysql://root:secret@db/x' }, /DATABASE_URL must be sqlite: and a path/u],
  [{ PUBLIC_URL: 'library.example' }, /PUBLIC_URL must be a URL/u],
  [{ ALLOWED_HOSTS: 'https://library.example' }, /ALLOWED_HOSTS must list hosts such as/u],
  [{ SMTP_URL: 'smtp://relay.example:25' }, /MAIL_FROM is required with SMTP_URL/u],
  [{ RESEARCH_TEAM_EMAIL: 'nobody' }, /RESEARCH_TEAM_EMAIL must be one email address/u],
  [{ OUTBOUND_ALLOW: 'https://user:secret@host' }, /OUTBOUND_ALLOW must list origins such as/u],
  [{ TRUSTED_PROXIES: '10.0.0.0/33' }, /TRUSTED_PROXIES must list addresses or networks/u],
  [{ MAX_CONNECTIONS_PER_CLIENT: '0' }, /MAX_CONNECTIONS_PER_CLIENT must be a number from 1 to 2000/u],
  [{ LOG_LEVEL: 'loud' }, /LOG_LEVEL must be one of/u],
  [{ STARTER_CORPUS: 'maybe' }, /STARTER_CORPUS must be on or off/u],
  [{ SMTP_URL_FILE: '/nonexistent/smtp-url' }, /SMTP_URL_FILE names a file that cannot be read/u],
]

/** The result of a start that must fail. One that succeeds is killed with the test. */
const refusedStart = async (t: Ending, environment: Record<string, string>): Promise<Ended> =>
  (await processCorpus(t, environment)).launch('serve').ended

describe('longview serve', { concurrency: 2, timeout: 600_000 }, () => {
  test('says on standard output where it listens and which file keeps the first API key and sign-in link for its owner', async (t) => {
    const corpus = await processCorpus(t, {}, { isMigrated: false })
    const { stdout: first, stderr } = await startAndStop(corpus)
    assert.equal(first.filter((line) => /^listening on http:\/\/127\.0\.0\.1:[1-9]\d*$/u.test(line)).length, 1)
    assert.doesNotMatch(first.join('\n'), /"level"/u)
    assert.match(stderr(), /"path":"\/api\/papers"/u)
    assert.match(stderr(), /No SMTP_URL is set/u)
    assert.doesNotMatch(first.join('\n'), /lv_live_|token=/u)
    const secrets = secretsFile(first)
    assert.equal((await stat(secrets)).mode & 0o777, 0o600)
    const kept = await readFile(secrets, 'utf8')
    const [key = ''] = KEY.exec(kept) ?? []
    assert.match(kept, /sign in {4}http:\/\/127\.0\.0\.1:\d+\/console\/link\?token=\w{32} /u)
    const server = await corpus.serve()
    const submitted = await fetch(`${server.url}/api/papers`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify(leastPaper()),
    })
    assert.equal(submitted.status, 201)
    type Listed = { id: string; createdAt: string; expiresAt: string | null }
    const [made] = await corpus.json<Listed[]>('keys', 'list')
    assert.ok(made !== undefined)
    assert.equal(Date.parse(made.expiresAt ?? '') - Date.parse(made.createdAt), 30 * 86_400_000)
    assert.deepEqual(await corpus.json('keys', 'renew', made.id), { id: made.id, expiresAt: null })
    assert.doesNotMatch(server.stdout.join('\n'), /lv_live_|secrets/u)
    assert.doesNotMatch(await server.logged('"path":"/api/papers"'), /lv_live_/u)

    await t.test('and goes on when nobody reads its output any more, and ends on SIGTERM', async () => {
      server.child.stdout?.destroy()
      server.child.stderr?.destroy()
      // More lines than are kept before they are written.
      for (let asked = 0; asked < 100; asked += 1)
        assert.equal((await fetch(`${server.url}/api/papers/p${asked + 101}`)).status, 404)
      assert.equal(await server.stop(), 0)
    })
  })

  test('names everything by PUBLIC_URL if it is set, and the address at which it listens once', async (t) => {
    const home = 'https://papers.example.org'
    const corpus = await processCorpus(t, { PUBLIC_URL: home, HOST: '0.0.0.0' })
    const server = await corpus.serve()
    assert.equal(await server.stop(), 0)
    const lines = server.stdout.filter((line) => line.includes('://'))
    assert.deepEqual(
      lines.map((line) => line.replace(/^listening on http:\/\/0\.0\.0\.0:\d+$/u, 'listening')),
      [
        'listening',
        `  library    ${home}/`,
        `  corpus API ${home}/api/papers`,
        `  agent API  ${home}/api/v1/papers`,
        `  reference  ${home}/docs`,
        `  console    ${home}/console`,
      ],
    )
  })

  test('fills an empty corpus with the starter corpus, once', async (t) => {
    const corpus = await processCorpus(t, { STARTER_CORPUS: 'on' }, { isMigrated: false })
    const total = async (): Promise<number> => {
      const server = await corpus.serve()
      const { stats } = (await (await fetch(`${server.url}/api/stats`)).json()) as { stats: { totalPapers: number } }
      assert.equal(await server.stop(), 0)
      return stats.totalPapers
    }
    const papers = await total()
    assert.ok(papers >= 40, `${papers} papers`)
    assert.equal(await total(), papers)
  })

  test('a port in use is reported in one sentence, and the key is shown at the start that succeeds', async (t) => {
    const corpus = await processCorpus(t)
    const port = await occupiedPort(t)
    const refused = await refusedStart(t, { DATABASE_URL: corpus.environment.DATABASE_URL ?? '', PORT: String(port) })
    assertRefused(refused, new RegExp(`Port ${port} on 127\\.0\\.0\\.1 is in use: .*set PORT to another number`, 'u'))
    assert.match(await readFile(secretsFile((await startAndStop(corpus)).stdout), 'utf8'), KEY)
  })

  test('a HOST that is not of this machine is reported in one sentence', async (t) => {
    const refused = await refusedStart(t, { PORT: '0', HOST: '192.0.2.1' })
    assertRefused(refused, /HOST 192\.0\.2\.1 is not an address on this machine\./u)
  })

  for (const [environment, message] of wrongEnvironments)
    test(`${Object.keys(environment).join()} of ${Object.values(environment).join()} is refused in plain words`, async (t) => {
      const { code, stdout, stderr } = await (await processCorpus(t, environment)).run('keys', 'list')
      assert.match(stderr, /^longview: The environment has errors:\n(?: {2}[A-Z_]+ [^\n]+\n)+$/u)
      assert.match(stderr, message)
      assert.doesNotMatch(stderr, /secret/u)
      assert.deepEqual({ code, stdout }, { code: 1, stdout: '' })
    })

  test('all errors in the environment are reported at once, by every command', async (t) => {
    const environment = { PORT: 'x', LOG_LEVEL: 'y', DATABASE_URL: 'z' }
    const corpus = await processCorpus(t, environment)
    for (const { code, stdout, stderr } of [await refusedStart(t, environment), await corpus.run('keys', 'list')]) {
      assert.deepEqual({ code, stdout }, { code: 1, stdout: '' })
      for (const name of ['PORT', 'LOG_LEVEL', 'DATABASE_URL'])
        assert.match(stderr, new RegExp(`^ {2}${name} must`, 'mu'))
    }
  })

  test('a database of a newer release is refused in one sentence by every command, and left as it is', async (t) => {
    const corpus = await processCorpus(t)
    await corpus.keys(1)
    corpus.inspect((database) =>
      database
        .prepare('INSERT INTO migrations (number, name, applied_at) VALUES (?, ?, ?)')
        .run(9_999, 'from-the-future', '2030-01-01T00:00:00.000Z'),
    )
    for (const ended of [corpus.launch('serve').ended, corpus.run('migrate'), corpus.run('keys', 'list')])
      assertRefused(await ended, /migrated to step 9999 by a newer Longview.* start the newer version/u)
    assert.equal(
      corpus.inspect((database) => database.prepare('SELECT count(*) FROM api_keys').pluck().get()),
      1,
    )
  })

  test('a database that cannot be opened is reported in one sentence', async (t) => {
    const corpus = await processCorpus(t)
    const text = await corpus.file(
      'notes.txt',
      'This is a text and no database, and it is long enough to be seen as none. '.repeat(20),
    )
    await mkdir(join(corpus.folder, 'folder'))
    const refusals: [string, RegExp][] = [
      [text, /notes\.txt cannot be opened: file is not a database\./u],
      [join(corpus.folder, 'folder'), /folder cannot be opened: /u],
      [join(text, 'corpus.db'), /corpus\.db cannot be opened: /u],
    ]
    for (const [path, sentence] of refusals)
      assertRefused(await (await processCorpus(t, { DATABASE_URL: `sqlite:${path}` })).run('migrate'), sentence)
    assertRefused(await refusedStart(t, { DATABASE_URL: `sqlite:${text}`, PORT: '0' }), /file is not a database\./u)
  })
})
