import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { migrations } from '#store/sqlite/migrate.ts'
import { leastPaper } from '../../support/service/papers.ts'
import { processCorpus } from '../../support/process/process-corpus.ts'

const names = migrations().map(({ name }) => name)

describe('longview migrate and seed', { concurrency: 2 }, () => {
  test('migrate makes a new database with every migration, and a second time finds nothing to do', async (t) => {
    const corpus = await processCorpus(t, {}, { isMigrated: false })
    assert.ok(names.length >= 4)
    assert.deepEqual(await corpus.json('migrate'), { applied: names })
    assert.deepEqual(await corpus.json('migrate'), { applied: [] })
    const { code, stdout } = await corpus.run('migrate')
    assert.deepEqual({ code, stdout }, { code: 0, stdout: 'The database is up to date.\n' })
  })

  test('migrate lists the migrations in words without --json', async (t) => {
    const corpus = await processCorpus(t, {}, { isMigrated: false })
    const { code, stdout } = await corpus.run('migrate')
    assert.deepEqual({ code, stdout }, { code: 0, stdout: `Applied: ${names.join(', ')}.\n` })
  })

  test('migrating a database with papers copies it aside first', async (t) => {
    const corpus = await processCorpus(t)
    const file = await corpus.file('papers.jsonl', [leastPaper()])
    await corpus.json('ingest', file, '--accept')
    // As a release without the last migration would have left it.
    corpus.inspect((database) => {
      database.exec('DROP TABLE messages; DROP TABLE subscribers; DROP TABLE outbox')
      database.prepare("DELETE FROM migrations WHERE name = 'correspondence'").run()
    })
    assert.deepEqual(await corpus.json('migrate'), { applied: ['correspondence'] })
    const copies = (await readdir(corpus.folder)).filter((name) => name.includes('.db.before-'))
    assert.equal(copies.length, 1)
    assert.match((await corpus.run('export')).stdout, /"id":"p1"/u)
  })

  test('seed fills an empty corpus, and a second time adds nothing', async (t) => {
    const corpus = await processCorpus(t, {}, { isMigrated: false })
    const { loaded } = await corpus.json<{ loaded: number }>('seed')
    assert.ok(loaded >= 40, `${loaded} papers`)
    const stored = (await corpus.run('export')).stdout
    assert.equal(stored.trimEnd().split('\n').length, loaded)
    assert.deepEqual(await corpus.json('seed'), { loaded: 0 })
    const { code, stdout } = await corpus.run('seed')
    assert.deepEqual({ code, stdout }, { code: 0, stdout: 'The corpus has papers already; nothing was added.\n' })
    assert.equal((await corpus.run('export')).stdout, stored)
  })

  test('seed leaves a corpus alone that holds as little as one paper in review', async (t) => {
    const corpus = await processCorpus(t)
    await corpus.json('ingest', await corpus.file('papers.jsonl', [leastPaper()]))
    assert.deepEqual(await corpus.json('seed'), { loaded: 0 })
    assert.equal((await corpus.run('export')).stdout, '')
  })
})
