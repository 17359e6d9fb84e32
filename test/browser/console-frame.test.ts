import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { CONFIRMATION_VALID_MS } from '#core/access/session.ts'
import { faultsOfAppearances } from '../support/browser/accessibility.ts'
import { publishBrief } from '#actions/editorial/briefs.ts'
import { openBrowser, postForm } from '../support/browser/browser.ts'
import { consoleTable, fillConsole, samplePath } from '../support/service/routes.ts'
import { signedIn } from '../support/service/editor-session.ts'
import { startTestService } from '../support/service/test-service.ts'

/** A folder for pictures of the pages, if wanted. */
const pictures = process.env.SCREENSHOTS

const pictureOf =
  (page: Page, path: string) =>
  async (appearance: string): Promise<void> => {
    if (pictures === undefined) return
    await page.screenshot({ path: join(pictures, `${appearance}${path.replaceAll('/', '-')}.png`), fullPage: true })
  }

/** The page of a link that works once, and an email in a sandbox where no script runs, not even one that checks it. */
const NOT_CHECKED = new Set(['/console/link', '/console/briefs/:id/email/preview/page'])

/** Acts that are asked about once more, on a page that answers a form. */
const acts: readonly { path: string; fields: Record<string, string>; heading: string }[] = [
  {
    path: '/console/sources',
    fields: { kind: 'openalex', query: `title.search:${'long'.repeat(40)}`, dailyCap: '20' },
    heading: 'Add the source',
  },
  { path: '/console/briefs/2026-w46/email', fields: { email: 'now' }, heading: 'Send the brief of' },
]

test('every page of the console', { timeout: 600_000 }, async (t) => {
  const service = await startTestService(t)
  await fillConsole(service)
  const admin = await signedIn(service, 'admin')
  await admin.post('/console/account/codes/start')
  const browser = await openBrowser(t)
  const pages = consoleTable.filter(({ responses }) => responses[200]?.type?.startsWith('text/html') === true)
  const paths = pages.filter(({ method, path }) => method === 'get' && !NOT_CHECKED.has(path)).map(samplePath)
  assert.ok(paths.length >= 20)
  await t.test('has no fault in either theme and width', async () => {
    const { page, troubles } = await browser.visit()
    const value = admin.secret
    if (pictures !== undefined) await mkdir(pictures, { recursive: true })
    for (const path of paths) {
      const cookies = path === '/console/sign-in' ? [] : [{ name: 'sid', value, url: service.url }]
      await page.context().clearCookies()
      await page.context().addCookies(cookies)
      const response = await page.goto(service.url + path)
      assert.equal(response?.status(), 200, path)
      assert.deepEqual(await faultsOfAppearances(page, { seen: pictureOf(page, path) }), [], path)
    }
    assert.deepEqual(troubles, [])
  })

  await t.test('that shows a table whose columns are chosen has no fault', async () => {
    const { page, troubles } = await browser.visit()
    await page.context().addCookies([{ name: 'sid', value: admin.secret, url: service.url }])
    const rows = [
      `Name des Werks,Menschen,Jahr,${'long'.repeat(20)}`,
      'Plans of agents,Ada One,2024,x',
      'More of them,Ben Two,2023,',
    ]
    for (const button of ['Look at it first', 'Import for review']) {
      await page.goto(`${service.url}/console/imports`)
      await page.setInputFiles('#file', {
        name: 'table.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(`${rows.join('\n')}\n`),
      })
      await page.getByRole('button', { name: button }).click()
      await page.getByRole('heading', { name: 'Columns', exact: true }).waitFor()
      assert.deepEqual(
        await faultsOfAppearances(page, {
          seen: pictureOf(page, `/console/imports/${button.toLowerCase().replaceAll(' ', '-')}`),
        }),
        [],
        button,
      )
    }
    await page.selectOption('#publisher', 'Menschen')
    await page.getByRole('button', { name: 'Save these columns' }).click()
    await page.getByText('Choose the file again').waitFor()
    await page.setInputFiles('#file', {
      name: 'table.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`${rows.join('\n')}\n`),
    })
    await page.getByRole('button', { name: 'Look at it first' }).click()
    await page.getByRole('heading', { name: 'What would happen' }).waitFor()
    assert.deepEqual(await faultsOfAppearances(page, { seen: pictureOf(page, '/console/imports/known') }), [])
    assert.equal(await page.locator('#publisher').inputValue(), 'Menschen')
    // The browser reports that a table without known columns was refused.
    assert.deepEqual(
      troubles.filter((trouble) => !trouble.includes('415')),
      [],
    )
  })

  await t.test('that asks before an act has no fault, nor has the one that asks who it is', async () => {
    const week = { year: 2026, week: 46 }
    const brief = { id: '2026-w46', week, title: 'Long'.repeat(40), summary: 'One.', take: 'One.', featured: ['p1'] }
    await service.run(publishBrief, { brief, actor: 'test' })
    const { page, troubles } = await browser.visit()
    await page.context().addCookies([{ name: 'sid', value: admin.secret, url: service.url }])
    const look = async (path: string, heading: string): Promise<void> => {
      assert.match(await page.locator('h1').innerText(), new RegExp(`^${heading}`, 'u'), path)
      const name = `${path}-${heading.toLowerCase().replaceAll(' ', '-')}`
      assert.deepEqual(await faultsOfAppearances(page, { seen: pictureOf(page, name) }), [], name)
    }
    for (const { path, fields, heading } of acts) {
      await page.goto(service.url + path)
      await postForm(page, path, fields)
      await look(path, heading)
    }
    service.clock.advance(CONFIRMATION_VALID_MS / 1_000)
    for (const { path, fields } of acts) {
      await page.goto(service.url + path)
      await postForm(page, path, fields)
      await look(path, 'Confirm it is you')
    }
    // The browser reports that the forms were refused until then.
    assert.deepEqual(
      troubles.filter((trouble) => !trouble.includes('403')),
      [],
    )
    assert.equal((await service.store.private.sources.list()).length, 1)
    assert.deepEqual(await service.store.private.mailings.progress(['2026-w46'], service.clock.now()), [])
  })
})
