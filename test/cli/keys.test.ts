import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { isWellFormedApiKey } from '#core/access/api-key.ts'
import { assertRefused } from '../support/process/longview-process.ts'
import { leastPaper } from '../support/service/papers.ts'
import { processCorpus } from '../support/process/process-corpus.ts'

type Created = { id: string; key: string; scopes: string[] }
type Listed = { id: string; label: string; scopes: string[]; state: string }

const submit = async (url: string, apiKey: string, id: string): Promise<number> =>
  (
    await fetch(`${url}/api/papers`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
      body: JSON.stringify(leastPaper({ id })),
    })
  ).status

describe('longview keys', { concurrency: 2 }, () => {
  test('create --json prints id, key and scopes, and nothing else', async (t) => {
    const corpus = await processCorpus(t)
    const created = await corpus.json<Created>('keys', 'create', '--label', 'a lab')
    assert.deepEqual(Object.keys(created), ['id', 'key', 'scopes'])
    assert.match(created.id, /^k_[0-9A-Za-z]{12}$/u)
    assert.ok(isWellFormedApiKey(created.key), created.key)
    assert.deepEqual(created.scopes, ['submit'])
  })

  test('the key is in no file of the database and in no list, only its hash', async (t) => {
    const corpus = await processCorpus(t)
    const server = await corpus.serve()
    const { key } = await corpus.json<Created>('keys', 'create', '--label', 'a lab')
    assert.equal(await submit(server.url, key, 'p1'), 201)
    const holdsKey = async (): Promise<string[]> => {
      const found: string[] = []
      const files = await readdir(corpus.folder)
      assert.ok(files.includes('corpus.db'))
      for (const name of files) {
        const content = await readFile(join(corpus.folder, name))
        // The secret part, without prefix and checksum.
        if (content.includes(key.slice(8, -6))) found.push(name)
      }
      return found
    }
    assert.deepEqual(await holdsKey(), [])
    assert.equal(await server.stop(), 0)
    assert.deepEqual(await holdsKey(), [])
    assert.doesNotMatch(server.stderr(), new RegExp(key, 'u'))
    const lists = [(await corpus.run('keys', 'list')).stdout, (await corpus.run('keys', 'list', '--json')).stdout]
    for (const list of lists) assert.doesNotMatch(list, /lv_live_|[0-9a-f]{64}/u)
  })

  test('create without --json shows the key once, with its id and scopes', async (t) => {
    const corpus = await processCorpus(t)
    const { code, stdout } = await corpus.run('keys', 'create', '--label', 'a lab', '--scope', 'ingest, review')
    assert.equal(code, 0)
    assert.match(stdout, /^lv_live_\w{38}\nThis is shown only now\. Id k_\w{12}, for review, ingest\.\n$/u)
  })

  test('list --json shows label, scopes, state and times of every key', async (t) => {
    const corpus = await processCorpus(t)
    const first = await corpus.json<Created>('keys', 'create', '--label', ' a lab ', '--expires-in-days', '30')
    const second = await corpus.json<Created>('keys', 'create', '--label', 'another', '--scope', 'review,submit')
    assert.deepEqual(second.scopes, ['submit', 'review'])
    await corpus.json('keys', 'revoke', second.id)
    const listed = await corpus.json<Listed[]>('keys', 'list')
    assert.deepEqual(
      listed.map(({ id, label, scopes, state }) => ({ id, label, scopes, state })),
      [
        { id: first.id, label: 'a lab', scopes: ['submit'], state: 'live' },
        { id: second.id, label: 'another', scopes: ['submit', 'review'], state: 'revoked' },
      ],
    )
    for (const key of listed)
      assert.deepEqual(Object.keys(key).toSorted(), [
        'createdAt',
        'email',
        'expiresAt',
        'id',
        'ingestSession',
        'label',
        'lastUsedAt',
        'revokedAt',
        'scopes',
        'state',
      ])
    const { stdout } = await corpus.run('keys', 'list')
    assert.match(stdout, new RegExp(`^${first.id} +a lab +submit +live +never$`, 'mu'))
  })

  test('a key that has expired is refused and listed as expired', async (t) => {
    const corpus = await processCorpus(t)
    const { key } = await corpus.json<Created>('keys', 'create', '--label', 'a lab', '--expires-in-days', '1')
    corpus.inspect((database) => database.prepare("UPDATE api_keys SET expires_at = '2020-01-01T00:00:00.000Z'").run())
    const server = await corpus.serveHere()
    assert.equal(await submit(server.url, key, 'p1'), 401)
    await server.stop()
    const [expired] = await corpus.json<Listed[]>('keys', 'list')
    assert.equal(expired?.state, 'expired')
    await corpus.json('keys', 'renew', expired.id, '--expires-in-days', '2')
    assert.equal((await corpus.json<Listed[]>('keys', 'list'))[0]?.state, 'live')
  })

  test('a key is revoked once; an unknown one and an empty label are refused in one sentence', async (t) => {
    const corpus = await processCorpus(t)
    const { id } = await corpus.json<Created>('keys', 'create', '--label', 'a lab')
    const { code, stdout } = await corpus.run('keys', 'revoke', id)
    assert.deepEqual({ code, stdout }, { code: 0, stdout: `${id} is revoked.\n` })
    assertRefused(await corpus.run('keys', 'revoke', id), new RegExp(`There is no live key ${id};`, 'u'))
    assertRefused(
      await corpus.run('keys', 'revoke', 'k_nobody'),
      /There is no live key k_nobody; "longview keys list"/u,
    )
    const blank = await corpus.run('keys', 'create', '--label', ' ')
    assert.deepEqual({ code: blank.code, stdout: blank.stdout }, { code: 1, stdout: '' })
    assert.equal(blank.stderr, 'longview: label: must not be empty\n')
  })

  test('without keys the list says how to make one', async (t) => {
    const corpus = await processCorpus(t)
    assert.deepEqual(await corpus.json('keys', 'list'), [])
    assert.match((await corpus.run('keys', 'list')).stdout, /longview keys create --label/u)
  })
})
