import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import Database from 'better-sqlite3'
import { assertMisused, assertRefused } from '../support/process/longview-process.ts'
import { leastPaper } from '../support/service/papers.ts'
import { processCorpus, type ProcessCorpus } from '../support/process/process-corpus.ts'

type Listed = { seq: number; actor: string; act: string; subject: string; before: unknown; after: unknown }
type Verdict = { ok: boolean; count: number; hash: string; fault: { seq: number; message: string } | null }

/** A corpus with four audit events: a key, an ingestion, a retraction, a revocation. */
const withActs = async (corpus: ProcessCorpus): Promise<string> => {
  const { id } = await corpus.json<{ id: string }>('keys', 'create', '--label', 'a lab')
  await corpus.json('ingest', '--accept', await corpus.file('papers.jsonl', [leastPaper({ id: 'p1' })]))
  await corpus.json('review', 'retract', 'p1', '--reason', 'Not ours.')
  await corpus.json('keys', 'revoke', id)
  return id
}

const plant = (corpus: ProcessCorpus, sql: string): unknown =>
  corpus.inspect((database) =>
    database.exec(`DROP TRIGGER audit_log_keeps_rows; DROP TRIGGER audit_log_keeps_content; ${sql}`),
  )

describe('longview audit', { concurrency: 2, timeout: 600_000 }, () => {
  test('list shows every event with who, what before and what after, newest first', async (t) => {
    const corpus = await processCorpus(t)
    const id = await withActs(corpus)
    const listed = await corpus.json<Listed[]>('audit', 'list')
    assert.deepEqual(
      listed.map(({ seq, actor, act, subject }) => [seq, actor, act, subject]),
      [
        [4, 'cli', 'key.revoke', id],
        [3, 'cli', 'paper.retract', 'p1'],
        [2, 'cli', 'papers.ingest', 'papers'],
        [1, 'cli', 'key.create', id],
      ],
    )
    assert.deepEqual(listed[1]?.before, { state: 'accepted' })
    assert.deepEqual(listed[1]?.after, { state: 'retracted', note: 'Not ours.' })
    assert.equal((await corpus.json<Listed[]>('audit', 'list', '--subject', id)).length, 2)
    assert.equal((await corpus.json<Listed[]>('audit', 'list', '--limit', '1'))[0]?.seq, 4)
    assert.match(
      (await corpus.run('audit', 'list', '--act', 'paper.retract')).stdout,
      /^3 +\S+Z +cli +paper\.retract/mu,
    )
    assert.equal((await corpus.run('audit', 'list', '--actor', 'nobody')).stdout, 'No actions are recorded.\n')
  })

  test('a backup gives the end of the log, and restore --verify finds a log that was changed or written anew', async (t) => {
    const corpus = await processCorpus(t)
    await withActs(corpus)
    const file = join(corpus.folder, 'backup.db')
    assertRefused(
      await corpus.run('backup', join(corpus.folder, 'missing', 'backup.db')),
      /^longview: The folder \S+missing does not exist: create it, or name a file in another folder\.\n$/u,
    )
    const { audit } = await corpus.json<{ audit: { count: number; hash: string } }>('backup', file)
    assert.equal(audit.count, 4)
    const verify = (...more: string[]) => corpus.run('restore', '--verify', file, ...more)
    assert.match((await verify()).stdout, new RegExp(`The audit log ends with 4:${audit.hash}\n$`, 'u'))
    assert.equal((await verify('--noted', `4:${audit.hash}`)).code, 0)
    assertRefused(await verify('--noted', `4:${'0'.repeat(64)}`), /Row 4 was replaced/u)
    const compare = () => corpus.run('audit', 'verify', '--backup', file)
    await corpus.json('keys', 'create', '--label', 'another')
    assert.match((await compare()).stdout, /^All 5 rows are unchanged/u)
    plant(corpus, "UPDATE audit_log SET actor = 'editor:e_1' WHERE seq = 5")
    assert.match((await compare()).stdout, /^Row 5 was altered/u)
    const database = new Database(file)
    database.exec(`DROP TRIGGER audit_log_keeps_content; UPDATE audit_log SET actor = 'key:k_1' WHERE seq = 3`)
    database.close()
    for (const refused of [await verify(), await compare()])
      assertRefused(refused, /The audit log of the backup: Row 3 was altered/u)
  })

  test('verify exits with 0 and a checkpoint, and with 1 and the row at fault once something was changed', async (t) => {
    const corpus = await processCorpus(t)
    await withActs(corpus)
    const { code, stdout } = await corpus.run('audit', 'verify')
    assert.equal(code, 0)
    assert.match(stdout, /^All 4 rows are unchanged\.\n4:[0-9a-f]{64}\n/u)
    const checkpoint = stdout.split('\n')[1] ?? ''
    const verdict = await corpus.json<Verdict>('audit', 'verify', '--noted', checkpoint)
    assert.deepEqual({ ...verdict, hash: '' }, { ok: true, count: 4, hash: '', fault: null })
    assert.equal(`4:${verdict.hash}`, checkpoint)
    plant(corpus, `UPDATE audit_log SET after_json = '{"state":"retracted","note":"Because."}' WHERE seq = 3`)
    const found = await corpus.run('audit', 'verify')
    assert.deepEqual(
      { code: found.code, stdout: found.stdout },
      { code: 1, stdout: 'Row 3 was altered: its content does not match its hash.\n' },
    )
    const asJson = await corpus.run('audit', 'verify', '--json')
    assert.equal(asJson.code, 1)
    assert.equal((JSON.parse(asJson.stdout) as Verdict).fault?.seq, 3)
  })

  test('a removed tail is found, and a count or head that cannot be is refused', async (t) => {
    const corpus = await processCorpus(t)
    await withActs(corpus)
    plant(corpus, 'DELETE FROM audit_log WHERE seq = 4')
    const found = await corpus.run('audit', 'verify')
    assert.deepEqual(
      { code: found.code, stdout: found.stdout },
      { code: 1, stdout: 'Row 4 is missing: the log held 4 rows.\n' },
    )
    assertMisused(await corpus.run('audit', 'verify', '--noted', '4:abc'), /Give the whole line that an earlier/u)
    assertMisused(await corpus.run('audit', 'list', '--limit', '0'), /whole number of at least 1/u)
  })
})
