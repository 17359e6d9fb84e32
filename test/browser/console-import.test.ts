import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closeSession } from '#actions/ingest-sessions.ts'
import { faultsOfAppearances } from '../support/browser/accessibility.ts'
import { openBrowser } from '../support/browser/browser.ts'
import { sameOrigin, signedIn } from '../support/service/editor-session.ts'
import { startTestService } from '../support/service/test-service.ts'

/** Few records that are long, so that the file has several pieces. */
const file = (year: number) => ({
  name: 'plans.bib',
  mimeType: 'text/plain',
  buffer: Buffer.from(
    Array.from(
      { length: 48 },
      (_, n) =>
        `@article{k${n}, title={Plans of ${'abcdefgh'[n % 8]}${'klmnop'[Math.floor(n / 8)]}}, author={One, Ada}, ${n === 40 ? '' : `year={${year}}, `}abstract={${`We plan ${n}. `.repeat(3_500)}}}\n`,
    ).join(''),
  ),
})

test('a large file is sent in pieces with its progress, and goes on where it was after a reload', async (t) => {
  const service = await startTestService(t)
  const editor = await signedIn(service, 'editor')
  const browser = await openBrowser(t)
  const { page } = await browser.visit({})
  await page.context().addCookies([{ name: 'sid', value: editor.secret, url: service.url }])
  const pieces: string[] = []
  page.on('request', (request) => {
    const piece = /pieces\?piece=(?<piece>\d+)/u.exec(request.url())?.groups?.piece
    if (piece !== undefined) pieces.push(piece)
  })
  await page.goto(`${service.url}/console/imports`)
  await page.route(/piece=2&/u, (route) => route.abort())
  await page.getByLabel('File').setInputFiles(file(2024))
  await page.getByRole('button', { name: 'Import for review' }).click()
  await page.getByText('The server does not answer; it is asked again.').waitFor()
  assert.deepEqual(pieces, ['0', '1', '2'])

  await page.unroute(/piece=2&/u)
  await page.reload()
  await page.getByRole('heading', { name: 'Unfinished' }).waitFor()
  assert.deepEqual(await faultsOfAppearances(page), [])
  pieces.length = 0
  await page.getByLabel('File').setInputFiles(file(2024))
  await page.getByRole('button', { name: 'Import for review' }).click()
  await page.getByRole('heading', { name: 'plans.bib' }).waitFor()
  assert.deepEqual(
    pieces,
    ['0', '2', '3'],
    'what is stored is not sent again, but for the first piece, which shows that the file is the same',
  )
  const text = (await page.locator('main').textContent()) ?? ''
  assert.match(text, /Read48 of at most[^]*Stored47[^]*Refused1/u)
  assert.match(text, /line 41year: is required/u)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'All refused records with reasons (CSV)' }).click()
  assert.match((await download).suggestedFilename(), /^refused-fi_.*\.csv$/u)
})

test('an import that ends on the way says why, and asks again only where that helps', async (t) => {
  const service = await startTestService(t)
  const editor = await signedIn(service, 'editor')
  const browser = await openBrowser(t)
  const { page } = await browser.visit({})
  const signIn = () => page.context().addCookies([{ name: 'sid', value: editor.secret, url: service.url }])
  await signIn()
  await page.goto(`${service.url}/console/imports`)
  const send = async () => {
    await page.getByLabel('File').setInputFiles(file(2024))
    await page.getByRole('button', { name: 'Import for review' }).click()
  }
  await page.route(/piece=1&/u, async (route) => {
    await page.context().clearCookies()
    await route.continue()
  })
  await send()
  await page.getByText('Not sent: Sign in, then choose the same file again to continue.').waitFor()
  await page.unroute(/piece=1&/u)

  await signIn()
  await page.reload()
  await page.getByRole('heading', { name: 'Unfinished' }).waitFor()
  const [session] = await service.store.private.ingestion.list(1)
  await service.run(closeSession, { id: session?.id ?? '', actor: 'test' })
  await send()
  await page.getByText(/Not sent: The ingestion session fi_\S+ is closed/u).waitFor()

  // A small table without known names of columns is a page as before, and another file of the same name an import of its own.
  const table = `Werk;Menschen;Jahr\n${`${'Plans '.repeat(100)};One;2024\n`.repeat(2_000)}`
  await page.getByLabel('File').setInputFiles({ name: 'table.csv', mimeType: 'text/csv', buffer: Buffer.from(table) })
  await page.getByRole('button', { name: 'Import for review' }).click()
  await page.getByText('The columns of this table are not known: choose them below.').waitFor()
})

test('another file of the name of an unfinished one is an import of its own', async (t) => {
  const service = await startTestService(t)
  const editor = await signedIn(service, 'editor')
  const browser = await openBrowser(t)
  const { page } = await browser.visit({})
  await page.context().addCookies([{ name: 'sid', value: editor.secret, url: service.url }])
  const begun = await editor.post('/console/imports/files', { name: 'plans.bib' })
  const { id } = (await begun.json()) as { id: string }
  const headers = { ...editor.headers, ...sameOrigin }
  const body = '@misc{a, title={A plan}, author={One, Ada}, year={2024}}'
  const path = `${service.url}/console/imports/files/${id}/pieces?piece=0&line=1`
  assert.equal((await fetch(path, { method: 'POST', headers, body })).status, 200)
  await page.goto(`${service.url}/console/imports`)
  await page.getByLabel('File').setInputFiles(file(2024))
  await page.getByRole('button', { name: 'Import for review' }).click()
  await page.getByRole('heading', { name: 'plans.bib' }).waitFor()
  assert.match((await page.locator('main').textContent()) ?? '', /Read48 of at most/u)
  assert.doesNotMatch(page.url(), new RegExp(id, 'u'))
})

test('a large file that cannot be read says why, and may be stopped', async (t) => {
  const service = await startTestService(t)
  const editor = await signedIn(service, 'editor')
  const browser = await openBrowser(t)
  const { page } = await browser.visit({ width: 360, theme: 'dark' })
  await page.context().addCookies([{ name: 'sid', value: editor.secret, url: service.url }])
  await page.goto(`${service.url}/console/imports`)
  const words = { name: 'words.txt', mimeType: 'text/plain', buffer: Buffer.alloc(12_000_000, 'Only words.\n') }
  await page.getByLabel('File').setInputFiles(words)
  await page.getByRole('button', { name: 'Import for review' }).click()
  await page.getByText('Not sent: A file of this format is read as a whole, and may have at most 10 MiB.').waitFor()
  await page.route(/piece=0&/u, () => {})
  await page.getByLabel('File').setInputFiles(file(2025))
  await page.getByRole('button', { name: 'Import for review' }).click()
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByText('Stopped. Choose the same file again to continue.').waitFor()
  assert.equal(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), false)
})
