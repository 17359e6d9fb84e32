import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accentShades } from '#core/accent-colour.ts'
import { settingsSchema } from '#schemas/settings-schema.ts'
import { parseInput } from '#schemas/validate.ts'
import { signedIn } from '../../support/service/editor-session.ts'
import { setSettings } from '../../support/service/settings.ts'
import { startTestService } from '../../support/service/test-service.ts'

const hrefOf = (markup: string, pattern: RegExp): string => pattern.exec(markup)?.groups?.href ?? ''

const ACCENT = /<link rel="stylesheet" href="(?<href>\/site\/[\w-]{12}\/accent\.css)" \/>/u
const ICON = /<link rel="icon" href="(?<href>[^"]+)" type="image\/svg\+xml" \/>/u
const LOGO =
  /<a class="house" href="\/"><img src="(?<href>\/site\/[\w-]{12}\/logo\.svg)" alt="House" width="(?<width>\d+)" height="32" \/><\/a>/u

test('the accent colour is a stylesheet of its own, on pages of readers and editors, kept for ever at its digest', async (t) => {
  const service = await startTestService(t)
  assert.doesNotMatch(await (await service.get('/about')).text(), ACCENT)
  assert.equal((await service.get('/site/x/accent.css')).status, 404)
  await setSettings(service, { accentColor: '#0f766e' })
  const admin = await signedIn(service, 'admin')
  const address = hrefOf(await (await service.get('/about')).text(), ACCENT)
  assert.equal(hrefOf(await (await admin.get('/console/settings')).text(), ACCENT), address)
  const file = await service.get(address)
  assert.equal(file.headers.get('content-type'), 'text/css; charset=utf-8')
  assert.match(file.headers.get('cache-control') ?? '', /immutable/u)
  const { accent } = accentShades('#0f766e')
  assert.ok((await file.text()).includes(`--accent: light-dark(${accent.light}, ${accent.dark});`))
  const tag = file.headers.get('etag') ?? ''
  assert.equal((await service.get(address, { 'if-none-match': tag })).status, 304)
  assert.doesNotMatch((await service.get('/site/old/accent.css')).headers.get('cache-control') ?? '', /immutable/u)
  await setSettings(service, { accentColor: '#7c3aed' })
  assert.notEqual(hrefOf(await (await service.get('/about')).text(), ACCENT), address)
})

const hostile = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 120 40" onload="alert(1)">
  <script>alert(2)</script><style>@import url(https://e.example/x.css)</style>
  <foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="https://e.example"/></foreignObject>
  <image href="https://e.example/x.png"/><use xlink:href="https://e.example/x.svg#a"/>
  <a href="javascript:alert(3)"><rect width="1" height="1"/></a>
  <path d="M0 0h8v8z" fill="url(https://e.example/x.svg#p)" style="stroke:#111"/></svg>`

test('a logo and an icon are sanitized, shown in img only, and can do nothing alone', async (t) => {
  const service = await startTestService(t)
  await setSettings(service, parseInput(settingsSchema, { logo: hostile, favicon: hostile }))
  const page = await (await service.get('/about')).text()
  const logo = LOGO.exec(page)?.groups
  assert.equal(logo?.width, '96', 'its width at the height of the header, so that nothing moves')
  for (const address of [logo.href ?? '', hrefOf(page, ICON), '/favicon.ico']) {
    const file = await service.get(address)
    assert.equal(file.headers.get('content-type'), 'image/svg+xml', address)
    assert.equal(file.headers.get('content-security-policy'), "default-src 'none'; sandbox", address)
    assert.equal(file.headers.get('x-content-type-options'), 'nosniff', address)
    assert.equal(
      await file.text(),
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40"><path d="M0 0h8v8z" stroke="#111"></path></svg>',
      address,
    )
  }
  assert.doesNotMatch(page, /<svg[^>]*viewBox="0 0 120 40"/u)
})

test('without a logo and an icon there are the name and the icon of the program', async (t) => {
  const service = await startTestService(t)
  const page = await (await service.get('/about')).text()
  assert.match(page, /<a class="house" href="\/">House<\/a>/u)
  assert.match(hrefOf(page, ICON), /^\/assets\/[\w-]+\/favicon\.svg$/u)
  const icon = await service.get('/favicon.ico')
  assert.equal(await icon.text(), await (await service.get('/assets/favicon.svg')).text())
})
