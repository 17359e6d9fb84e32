import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StoredSettings } from '#core/settings.ts'
import { leastPaper } from '../../support/service/papers.ts'
import { setSettings } from '../../support/service/settings.ts'
import { startTestService, waitingEmails } from '../../support/service/test-service.ts'

const open = async (t: Parameters<typeof startTestService>[0], settings: StoredSettings) => {
  const service = await startTestService(t)
  await service.accept(leastPaper({ id: 'p1', title: 'Schlaf und Gedächtnis', abstract: 'Warum wir schlafen.' }))
  await setSettings(service, settings)
  const textAt = async (path: string): Promise<string> => (await service.get(path)).text()
  return { service, textAt }
}

test('the tagline introduces the library to readers and programs', async (t) => {
  const { service, textAt } = await open(t, { name: 'Sleep Shelf', tagline: 'Of sleep & dreams' })
  const home = await textAt('/')
  assert.match(home, /<title>Of sleep &amp; dreams · Sleep Shelf<\/title>/u)
  assert.match(home, /<h1 dir="auto">Sleep Shelf<\/h1>\s*<p class="lead" dir="auto">Of sleep &amp; dreams<\/p>/u)
  assert.match(await textAt('/about'), /<p class="lead"><bdi>Of sleep &amp; dreams<\/bdi><\/p>/u)
  assert.match(await textAt('/opensearch.xml'), /<Description>Sleep Shelf: Of sleep &amp; dreams<\/Description>/u)
  assert.match(await textAt('/llms.txt'), /^# Sleep Shelf\n\n> Of sleep & dreams\. 1 paper, chosen/u)
  const message = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  }
  const accept = { accept: 'application/json, text/event-stream' }
  for (const path of ['/mcp', '/mcp/connector'])
    assert.match(await (await service.send('POST', path, message, accept)).text(), /Sleep Shelf: Of sleep & dreams\./u)
})

test('the text about the library is Markdown without anything that runs', async (t) => {
  const { textAt } = await open(t, { about: 'Why *sleep*.\n\n<script>alert(1)</script> [x](javascript:alert(2))' })
  const about = await textAt('/about')
  assert.match(about, /<div class="prose" dir="auto"><p>Why <em>sleep<\/em>\.<\/p>/u)
  assert.doesNotMatch(about, /<script>alert|href="javascript:/u)
})

test('links of the footer are on every page', async (t) => {
  const links = [
    { label: 'Imprint <1>', url: 'https://example.org/imprint?a=1&b="2"' },
    { label: 'About us', url: '/about' },
  ]
  const { textAt } = await open(t, { footerLinks: links })
  for (const path of ['/', '/papers/p1', '/nothing']) {
    const page = await textAt(path)
    assert.match(
      page,
      /<li><a href="https:\/\/example\.org\/imprint\?a=1&amp;b=&quot;2&quot;" dir="auto"[^>]*>Imprint &lt;1&gt;<\/a><\/li>/u,
    )
    assert.match(page, /<li><a href="\/about" dir="auto"[^>]*>About us<\/a><\/li>/u)
  }
})

test('content says its language and the interface stays English', async (t) => {
  const { service, textAt } = await open(t, { language: 'de', about: 'Von *Schlaf*.' })
  const page = await textAt('/papers/p1')
  assert.match(page, /<html lang="en">/u)
  assert.match(page, /<h1[^>]* dir="auto" lang="de"[^>]*>Schlaf und Gedächtnis<\/h1>/u)
  assert.match(await textAt('/about'), /<div class="prose" dir="auto" lang="de"><p>Von <em>Schlaf<\/em>\.<\/p>/u)
  for (const path of ['/', '/papers', '/papers/p1', '/about'])
    assert.doesNotMatch(await textAt(path), /dir="auto"(?! lang="de")/u, path)
  assert.match(await textAt('/papers.atom'), /<feed [^>]*xml:lang="de">/u)
  assert.match(await textAt('/papers.rss'), /<language>de<\/language>/u)
  assert.match(await textAt('/papers.json'), /"language":"de"/u)
  await setSettings(service, {})
  assert.doesNotMatch(await textAt('/papers/p1'), /dir="auto" lang=/u)
})

test('emails have the name at the time they are sent', async (t) => {
  const { service } = await open(t, { name: 'Sleep Shelf' })
  await service.send('POST', '/api/subscribe', { email: 'reader@example.org' })
  await setSettings(service, { name: 'Dream Shelf' })
  await service.get('/about')
  const [email] = await waitingEmails(service)
  assert.equal(email?.subject, 'Confirm your subscription to the weekly brief of Dream Shelf')
  assert.match(email.text, /weekly brief of Dream Shelf at this address/u)
})
