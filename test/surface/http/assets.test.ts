import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { startTestService, type TestService } from '../../support/service/test-service.ts'

const assetsIn = (markup: string): string[] =>
  [...markup.matchAll(/(?:href|src)="(?<address>\/assets\/[^"]+)"/gu)].map(({ groups }) => groups?.address ?? '')

const versionOf = async (service: TestService): Promise<string> => {
  const [first = ''] = assetsIn(await (await service.get('/')).text())
  return first.split('/')[2] ?? ''
}

test('pages name their files by an address that browsers keep for good', async (t) => {
  const service = await startTestService(t)
  for (const path of ['/', '/map', '/chapters/1', '/console/sign-in', '/docs', '/nowhere']) {
    const addresses = assetsIn(await (await service.get(path)).text())
    assert.ok(addresses.length > 2, path)
    for (const address of addresses) {
      assert.match(address, /^\/assets\/[\w-]{12}\/[\w.-]+$/u, path)
      const response = await service.get(address)
      assert.equal(response.status, 200, address)
      assert.equal(response.headers.get('cache-control'), 'public, max-age=31536000, immutable', address)
    }
  }
})

test('a file without its version, or with another, is kept for an hour only', async (t) => {
  const service = await startTestService(t)
  const version = await versionOf(service)
  const current = await service.get(`/assets/${version}/map.js`)
  const text = await current.text()
  for (const address of ['/assets/map.js', '/assets/another/map.js', `/assets/${version}x/map.js`]) {
    const response = await service.get(address)
    assert.equal(await response.text(), text, address)
    assert.equal(response.headers.get('cache-control'), 'public, max-age=3600', address)
    assert.equal(response.headers.get('etag'), current.headers.get('etag'))
  }
  for (const address of [
    `/assets/${version}/`,
    `/assets/${version}/nothing.js`,
    `/assets/${version}/..%2fpackage.json`,
  ])
    assert.equal((await service.get(address)).status, 404, address)
})

test('what a module imports is versioned as the module is', async (t) => {
  const service = await startTestService(t)
  const address = `/assets/${await versionOf(service)}/map.js`
  const imports = [...(await (await service.get(address)).text()).matchAll(/^import .* from '(?<path>[^']+)'$/gmu)]
  assert.equal(imports.length, 1)
  for (const { groups } of imports) {
    const imported = new URL(groups?.path ?? '', service.url + address)
    const response = await fetch(imported)
    assert.equal(response.headers.get('cache-control'), 'public, max-age=31536000, immutable', imported.pathname)
  }
})

test('a stylesheet holds all it imports', async (t) => {
  const service = await startTestService(t)
  const text = await (await service.get('/assets/longview.css')).text()
  assert.doesNotMatch(text, /@import/u)
  const source = readFileSync(new URL('../../../public/longview.css', import.meta.url), 'utf8')
  const parts = [...source.matchAll(/@import '\.\/(?<path>[^']+)'/gu)].map(({ groups }) => groups?.path ?? '')
  const files = readdirSync(new URL('../../../public/longview/', import.meta.url))
  assert.deepEqual(parts.toSorted(), files.map((name) => `longview/${name}`).toSorted(), 'no part is left out')
  for (const part of parts)
    assert.ok(text.includes(readFileSync(new URL(`../../../public/${part}`, import.meta.url), 'utf8')), part)
})

test('fonts of a stylesheet come as they are, beside it', async (t) => {
  const service = await startTestService(t)
  const stylesheet = `/assets/${await versionOf(service)}/longview.css`
  const fonts = [...(await (await service.get(stylesheet)).text()).matchAll(/url\('(?<path>[^']+)'\)/gu)]
  assert.equal(fonts.length, 2)
  for (const { groups } of fonts) {
    const { pathname } = new URL(groups?.path ?? '', service.url + stylesheet)
    const response = await service.get(pathname, { 'Accept-Encoding': 'gzip' })
    assert.equal(response.headers.get('content-type'), 'font/woff2')
    assert.equal(response.headers.get('content-encoding'), null, 'it is compressed already')
    assert.equal(response.headers.get('cache-control'), 'public, max-age=31536000, immutable')
    const file = readFileSync(new URL(`../../../public/${groups?.path ?? ''}`, import.meta.url))
    assert.deepEqual(Buffer.from(await response.arrayBuffer()), file)
    const tag = response.headers.get('etag') ?? ''
    assert.equal((await service.get(pathname, { 'If-None-Match': tag })).status, 304)
  }
})
