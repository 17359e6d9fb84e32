import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Role, roles } from '#core/access/editor.ts'
import { addPapers, newPaper } from '../../support/database/stored.ts'
import { leastPaper } from '../../support/service/papers.ts'
import { consoleTable } from '../../support/service/routes.ts'
import { signedIn } from '../../support/service/editor-session.ts'
import { submit } from '../../support/service/review.ts'
import { startTestService } from '../../support/service/test-service.ts'

const linksOf = (markup: string): string[] => {
  const [navigation = ''] = /<nav aria-label="Console">[^]*?<\/nav>/u.exec(markup) ?? []
  return [...navigation.matchAll(/href="(?<path>[^"]+)"/gu)].map(({ groups }) => groups?.path ?? '')
}

test('the navigation leads each role to all that it may open, and to nothing else', async (t) => {
  const service = await startTestService(t)
  const lengths: number[] = []
  for (const role of roles) {
    const { get } = await signedIn(service, role)
    const markup = await (await get('/console/queue')).text()
    const paths = linksOf(markup)
    assert.equal(paths[0], '/console', 'Today is first')
    for (const path of new Set(paths)) {
      const route = consoleTable.find((each) => each.method === 'get' && each.path === path)
      assert.ok(route !== undefined, path)
      const shown = await get(path)
      assert.ok([200, 303].includes(shown.status), `${role} ${path} ${shown.status}`)
    }
    lengths.push(new Set(paths).size)
    const [, groups = ''] = /<ul class="groups">(?<all>[^]*)<\/nav>/u.exec(markup) ?? []
    assert.equal(
      groups.match(/<summary>/gu)?.length ?? 0,
      role === 'reviewer' ? 0 : 3,
      `${role}: groups that are not present`,
    )
  }
  const [reviewer = 0, editor = 0, admin = 0] = lengths
  assert.deepEqual([reviewer, editor < admin], [2, true])
})

test('a page of an area marks it and its group', async (t) => {
  const service = await startTestService(t)
  const { get } = await signedIn(service, 'admin')
  const shown = await (await get('/console/people')).text()
  assert.match(shown, /<a href="\/console\/people" aria-current="true">Admin<\/a>/u)
  assert.match(shown, /<a href="\/console\/people" aria-current="page">Users<\/a>/u)
  assert.equal(shown.match(/aria-current="true"/gu)?.length, 1)
})

test('the menu says how much waits where, up to 99, to each role what it may decide on', async (t) => {
  const service = await startTestService(t)
  const key = await service.key('submit')
  const entries = async (role: Role): Promise<string[]> => {
    const { get } = await signedIn(service, role)
    const markup = await (await get('/console/queue')).text()
    return [
      ...markup.matchAll(/>(?<entry>[^<>]+) <span class="count">(?<count>[^<]+)<span class="unseen"> waiting/gu),
    ].map(([, entry, count]) => `${entry} ${count}`)
  }
  assert.deepEqual(await entries('editor'), [])
  const message = { name: 'A', email: 'a@example.org', message: 'Hello.' }
  await service.send('POST', '/api/contact', message)
  assert.deepEqual(await entries('editor'), ['Review 1', 'Messages 1'])
  assert.deepEqual(await entries('reviewer'), [])
  await submit(service, key, leastPaper())
  assert.deepEqual(await entries('reviewer'), ['Review 1', 'Queue 1'])
  await addPapers(
    service.store,
    ...Array.from({ length: 120 }, (_, index) => newPaper({ id: `p${index + 500}` }, 'pending')),
  )
  assert.deepEqual(await entries('editor'), ['Review 99+', 'Queue 99+', 'Messages 1'])
})
