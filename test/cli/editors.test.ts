import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { assertMisused, assertRefused, serve, secretsFile } from '../support/process/longview-process.ts'
import { processCorpus } from '../support/process/process-corpus.ts'

type Invited = { id: string; link: string; expiresAt: string }
type Listed = { id: string; name: string; email: string | null; role: string; removedAt: string | null }

const PASSPHRASE = 'correct horse battery staple'

const useLink = (url: string, link: string, person: Record<string, string> = {}): Promise<Response> =>
  fetch(`${url}/console/link`, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({
      token: new URL(link).searchParams.get('token') ?? '',
      passphrase: PASSPHRASE,
      ...person,
    }),
    redirect: 'manual',
  })

const cookieOf = (response: Response): string => (response.headers.get('set-cookie') ?? '').split(';')[0] ?? ''

const seesConsole = async (url: string, cookie: string): Promise<boolean> =>
  (await fetch(`${url}/console/account`, { headers: { cookie }, redirect: 'manual' })).status === 200

describe('longview editors', { concurrency: 2, timeout: 600_000 }, () => {
  test('an added editor signs in by the link, and is out at once when removed beside the server', async (t) => {
    const corpus = await processCorpus(t, { PUBLIC_URL: 'http://localhost:8080' })
    const admin = await corpus.json<Invited>('editors', 'add', 'Grace Example', 'grace@example.org', '--role', 'admin')
    const made = await corpus.json<Invited>('editors', 'add', 'Ada Example', 'ada@example.org')
    assert.match(made.link, /^http:\/\/localhost:8080\/console\/link\?token=\w{32}$/u)
    const server = await corpus.serve()
    assert.doesNotMatch(server.stdout.join('\n'), /console\/link/u, 'no link for a first admin: there is one')
    const response = await useLink(server.url, made.link)
    assert.equal(response.status, 303)
    const cookie = cookieOf(response)
    assert.ok(await seesConsole(server.url, cookie))
    await corpus.json('editors', 'role', made.id, 'reviewer')
    const again = await corpus.json<Invited>('editors', 'link', made.id)
    assert.notEqual(again.link, made.link)
    await corpus.json('editors', 'remove', made.id)
    assert.ok(!(await seesConsole(server.url, cookie)))
    assert.equal((await useLink(server.url, again.link)).status, 404)
    assert.equal(await server.stop(), 0)
    const listed = await corpus.json<Listed[]>('editors', 'list')
    assert.deepEqual(
      listed.map(({ id, name, role, removedAt }) => [id, name, role, removedAt !== null]),
      [
        [admin.id, 'Grace Example', 'admin', false],
        [made.id, 'Ada Example', 'reviewer', true],
      ],
    )
    assert.match((await corpus.run('editors', 'list')).stdout, /Ada Example +ada@example\.org +reviewer +removed/u)
  })

  // That one without workers keeps a link, too, is shown with its API key.
  test('the first start with workers keeps a link by which the first admin signs in, and no later start has one', async (t) => {
    const corpus = await processCorpus(t)
    const first = await serve(corpus.environment, ['--workers', '2'])
    t.after(() => first.child.kill())
    assert.equal(await first.stop(), 0)
    const kept = await readFile(secretsFile(first.stdout), 'utf8')
    const [link = ''] = /http:\S+\/console\/link\?token=\w{32}/u.exec(kept) ?? []
    const second = await corpus.serve()
    const response = await useLink(second.url, link, { name: 'Grace Example', email: 'grace@example.org' })
    assert.equal(response.status, 303)
    assert.ok(await seesConsole(second.url, cookieOf(response)))
    assert.equal(await second.stop(), 0)
    assert.doesNotMatch(second.stdout.join('\n'), /console\/link|secrets/u)
    for (const { stderr } of [first, second]) assert.doesNotMatch(stderr(), /token/u)
    const [admin] = await corpus.json<Listed[]>('editors', 'list')
    assert.deepEqual({ name: admin?.name, role: admin?.role }, { name: 'Grace Example', role: 'admin' })
  })

  test('errors and the removal of the last admin are refused in one sentence', async (t) => {
    const corpus = await processCorpus(t)
    const { id } = await corpus.json<Invited>('editors', 'add', 'Grace', 'grace@example.org', '--role', 'admin')
    assertRefused(await corpus.run('editors', 'remove', id), /This is the last admin/u)
    assertRefused(await corpus.run('editors', 'role', id, 'editor'), /This is the last admin/u)
    assertRefused(await corpus.run('editors', 'remove', 'e_nobody'), /There is no editor e_nobody/u)
    assert.deepEqual(await corpus.json('editors', 'reset-second-factor', id), { id, reset: true })
    const same = await corpus.run('editors', 'add', 'Another', 'Grace@Example.ORG')
    assert.deepEqual(
      { code: same.code, stderr: same.stderr },
      { code: 1, stderr: 'longview: email: already belongs to another editor\n' },
    )
    const wrong = await corpus.run('editors', 'add', ' ', 'nowhere')
    assert.equal(wrong.code, 1)
    assert.match(wrong.stderr, /name: must not be empty \(and 1 more\)/u)
    assertMisused(
      await corpus.run('editors', 'add', 'A', 'a@example.org', '--role', 'king'),
      /Roles are reviewer, editor, admin/u,
    )
    const other = await corpus.json<Invited>('editors', 'add', 'Other', 'other@example.org', '--role', 'admin')
    await corpus.json('editors', 'remove', id)
    assertRefused(await corpus.run('editors', 'remove', other.id), /This is the last admin/u)
    // The address of somebody who was removed is free again.
    await corpus.json('editors', 'add', 'Grace again', 'grace@example.org')
  })
})
