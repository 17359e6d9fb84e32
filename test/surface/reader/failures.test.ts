import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure, failureCodes } from '#core/failure.ts'
import { failurePagePresenter } from '#http/pages/failure-page.ts'
import { statusCodes } from '#http/routing/failure-status.ts'
import { house } from '../../support/ports.ts'
import { startTestService } from '../../support/service/test-service.ts'

const titleOf = (page: string): string => /<h1>(?<title>[^<]+)<\/h1>/u.exec(page)?.groups?.title ?? ''

test('every failure is a page that says what happened, what to do, and where to go', () => {
  const present = failurePagePresenter(house)
  const titles = new Map<number, string>()
  for (const code of failureCodes) {
    const { status, body, headers } = present(new Failure(code, 'Said <b>plainly</b>.'))
    assert.equal(status, statusCodes[code])
    assert.match(body, /Said &lt;b&gt;plainly&lt;\/b&gt;\./u, code)
    assert.match(body, /<form class="search" role="search" action="\/papers" method="get">/u, code)
    assert.match(body, /<a href="\/">The library<\/a>/u, code)
    assert.equal(body.match(/type="search"/gu)?.length, 1, 'one search field')
    assert.equal(headers['Cache-Control'], 'no-store', code)
    assert.equal(
      headers['Retry-After'] !== undefined,
      [429, 503, 507].includes(status) || code === 'request_in_progress',
      code,
    )
    titles.set(status, titleOf(body))
  }
  for (const status of [404, 405, 410, 429, 500, 503])
    assert.equal([...titles.values()].filter((title) => title === titles.get(status)).length, status === 503 ? 2 : 1)
})

test('all errors in an address are named', async (t) => {
  const service = await startTestService(t)
  const response = await service.get('/map?chapter=9&lh_min=2')
  assert.equal(response.status, 400)
  const page = await response.text()
  for (const error of ['chapter: must be a whole number from 1 to 7', 'lh_min: must be a number from 0 to 1'])
    assert.ok(page.includes(`<li>${error}</li>`), page)
})

test('a missing page and a wrong method are pages, too', async (t) => {
  const service = await startTestService(t)
  const missing = await service.get('/nowhere')
  assert.deepEqual([missing.status, titleOf(await missing.text())], [404, 'Page not found'])
  const wrong = await service.send('DELETE', '/map', '')
  assert.deepEqual([wrong.status, titleOf(await wrong.text())], [405, 'Method not allowed'])
  assert.equal(wrong.headers.get('allow'), 'GET, HEAD, OPTIONS')
})

test('a page that cannot be read says so, in its style, although the store is gone', async (t) => {
  const service = await startTestService(t)
  await service.store.close()
  const response = await service.get('/map')
  assert.equal(response.status, 503)
  assert.ok(Number(response.headers.get('retry-after')) > 0)
  assert.equal(titleOf(await response.text()), 'Temporarily unavailable')
  for (const path of ['/assets/longview.css', '/assets/theme.js', '/assets/favicon.svg', '/favicon.ico'])
    assert.equal((await service.get(path)).status, 200, path)
})

test('files are compressed for clients that accept it, and only once', async (t) => {
  const service = await startTestService(t)
  const plain = await service.get('/assets/longview.css', { 'accept-encoding': 'identity' })
  const text = await plain.text()
  for (const encoding of ['br', 'gzip']) {
    const response = await service.get('/assets/longview.css', { 'accept-encoding': encoding })
    assert.equal(response.headers.get('content-encoding'), encoding)
    assert.equal(response.headers.get('vary'), 'Accept-Encoding')
    assert.ok(Number(response.headers.get('content-length')) < text.length / 2)
    assert.equal(await response.text(), text)
    const tag = response.headers.get('etag') ?? ''
    const again = await service.get('/assets/longview.css', { 'accept-encoding': encoding, 'if-none-match': tag })
    assert.equal(again.status, 304)
    assert.equal(again.headers.get('etag'), tag)
  }
  assert.equal(plain.headers.get('content-encoding'), null)
  const icon = await service.get('/favicon.ico')
  assert.equal(icon.headers.get('content-type'), 'image/svg+xml')
  assert.match(await icon.text(), /^<svg/u)
})
