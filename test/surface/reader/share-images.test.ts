import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { publishBrief } from '#actions/editorial/briefs.ts'
import { briefOfWeek47, wholePaper } from '../../support/service/papers.ts'
import { submitInto } from '../../support/service/review.ts'
import { setSettings } from '../../support/service/settings.ts'
import { startTestService } from '../../support/service/test-service.ts'

const service = await startTestService({ after })
const key = await service.key()
await service.accept(wholePaper({ id: 'p1', title: String.raw`$\tau^2$-Bench & more` }))
await submitInto(service, { key, state: 'pending', paper: wholePaper({ id: 'p2', title: 'Nobody may see this' }) })
await submitInto(service, { key, state: 'retracted', paper: wholePaper({ id: 'p3' }) })
await service.store.transact((tx) =>
  tx.gaps.put(
    { id: 'g1', title: 'A gap', severity: 'high', explanation: 'Why.', paperIds: ['p1'] },
    service.clock.now().toISOString(),
  ),
)
await service.run(publishBrief, { actor: 'test', brief: { ...briefOfWeek47, featured: ['p1'] } })

const contentOf = (page: string, property: string): string | undefined =>
  new RegExp(`<meta (?:property|name)="${property}" content="(?<content>[^"]*)"`, 'u').exec(page)?.groups?.content

test('papers, briefs, gaps and the front page name their pictures', async () => {
  for (const path of ['/', '/papers/p1', `/briefs/${briefOfWeek47.id}`, '/gaps/g1']) {
    const page = await (await service.get(path)).text()
    const image = contentOf(page, 'og:image') ?? ''
    assert.equal(image, `${service.url}${path === '/' ? '' : path}/share.png`)
    assert.deepEqual(
      ['og:image:type', 'og:image:width', 'og:image:height', 'twitter:card'].map((name) => contentOf(page, name)),
      ['image/png', '1200', '630', 'summary_large_image'],
    )
    if (path === '/papers/p1') assert.equal(contentOf(page, 'og:image:alt'), 'τ²-Bench &amp; more · House')
    const response = await fetch(image)
    assert.equal(response.status, 200)
    assert.equal(response.headers.get('content-type'), 'image/png')
    assert.match(response.headers.get('cache-control') ?? '', /^public, max-age=/u)
    const bytes = Buffer.from(await response.arrayBuffer())
    assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [1_200, 630])
    const again = await fetch(image, { headers: { 'if-none-match': response.headers.get('etag') ?? '' } })
    assert.equal(again.status, 304)
    assert.equal((await again.arrayBuffer()).byteLength, 0)
  }
  assert.equal(contentOf(await (await service.get('/papers')).text(), 'og:image'), undefined)
})

test('a picture changes with what it shows and with the settings of the library', async () => {
  const tag = async (): Promise<string | null> => (await service.get('/papers/p1/share.png')).headers.get('etag')
  const before = await tag()
  await service.store.transact((tx) =>
    tx.gaps.put(
      { id: 'g2', title: 'Another', severity: 'high', explanation: 'Why.', paperIds: [] },
      service.clock.now().toISOString(),
    ),
  )
  assert.equal(await tag(), before)
  assert.notEqual((await service.get('/gaps/g2/share.png')).headers.get('etag'), before)
  for (const settings of [{ name: 'Another house' }, { accentColor: '#0055aa' }]) {
    await setSettings(service, settings)
    assert.notEqual(await tag(), before, JSON.stringify(settings))
  }
  await setSettings(service, { off: ['gaps', 'briefs'] })
  for (const path of ['/gaps/g1/share.png', `/briefs/${briefOfWeek47.id}/share.png`])
    assert.equal((await service.get(path)).status, 404, path)
  await setSettings(service, { labels: { gaps: { one: 'riddle', many: 'riddles' } } })
  assert.equal((await service.get('/gaps/g1/share.png')).status, 200)
})

test('the picture of an unpublished paper is missing like that of an unknown one', async () => {
  const [hidden, unknown] = await Promise.all(
    ['p2', 'p4'].map(async (id) => {
      const response = await service.get(`/papers/${id}/share.png`)
      return { status: response.status, text: (await response.text()).replaceAll(id, 'ID') }
    }),
  )
  assert.equal(hidden?.status, 404)
  assert.deepEqual(hidden, unknown)
  assert.equal((await service.get('/papers/p3/share.png')).status, 410)
  for (const path of ['/briefs/2020-w01/share.png', '/gaps/none/share.png'])
    assert.equal((await service.get(path)).status, 404, path)
})
