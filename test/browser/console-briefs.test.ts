import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { saveBriefDraft } from '#actions/editorial/briefs.ts'
import { faultsOfAppearances } from '../support/browser/accessibility.ts'
import { openBrowser } from '../support/browser/browser.ts'
import { signedIn } from '../support/service/editor-session.ts'
import { wholePaper } from '../support/service/papers.ts'
import { startTestService } from '../support/service/test-service.ts'

/** A folder for pictures of the pages, if wanted. */
const pictures = process.env.SCREENSHOTS

const PATH = '/console/briefs/2026-w47'
const summary = 'The lead.\n\n- One (p1): said of it\n- Two (p2), 2025\n\nThe end.'

const blocksIn = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(
    `[...document.querySelectorAll('#blocks > li')].map((block) => block.dataset.paper ?? 'text')`,
  )

const emailFrame = (page: Page) => page.frameLocator('iframe[title="The email"]')

const focused = (page: Page): Promise<string> => page.evaluate<string>('document.activeElement.id')

test('a brief as blocks', async (t) => {
  const service = await startTestService(t)
  await service.accept(
    wholePaper({ id: 'p1', title: 'One' }),
    wholePaper({ id: 'p2', title: 'Two' }),
    wholePaper({ id: 'p3', title: 'Third thing', houseCommentary: 'It counts what others guess. More.' }),
    wholePaper({ id: 'p4', title: 'Unmistakable name', houseCommentary: 'Last.' }),
  )
  const words = { title: 'T', summary, take: 'W', featured: ['p1'] }
  await service.run(saveBriefDraft, { id: '2026-w47', words, version: 0, actor: 'test' })
  const editor = await signedIn(service, 'editor')
  const browser = await openBrowser(t)

  const stored = async (): Promise<number> => (await service.store.private.briefs.draft('2026-w47'))?.version ?? 0

  const open = async (path = PATH, width = 1_280) => {
    const visited = await browser.visit({ width })
    const { page } = visited
    await page.context().addCookies([{ name: 'sid', value: editor.secret, url: service.url }])
    await page.goto(service.url + path)
    return visited
  }

  await t.test('is moved by keys, by buttons and by dragging, and nothing is lost on the way', async () => {
    const { page, troubles } = await open()
    assert.deepEqual(await blocksIn(page), ['text', 'p1', 'p2', 'text'])
    await page.locator('#line-2').focus()
    await page.keyboard.press('Alt+ArrowUp')
    assert.deepEqual(await blocksIn(page), ['text', 'p2', 'p1', 'text'])
    assert.equal(await focused(page), 'line-2', 'the focus stays in the block')
    assert.equal(await page.locator('[data-said]').innerText(), 'Now 2 of 4.')
    await page.keyboard.press('Alt+ArrowUp')
    assert.deepEqual(await blocksIn(page), ['text', 'p2', 'p1', 'text'], 'the lead stays first')
    await page.getByRole('button', { name: 'Move p1 down' }).click()
    assert.deepEqual(await blocksIn(page), ['text', 'p2', 'text', 'p1'])
    await page.locator('#block-1 .grip').dragTo(page.locator('#block-2'), { targetPosition: { x: 20, y: 2 } })
    assert.deepEqual(await blocksIn(page), ['text', 'p1', 'p2', 'text'])
    assert.deepEqual(troubles, [])
  })

  await t.test('takes papers in by one key, from what came and from a search, and gives them back', async () => {
    const { page, troubles } = await open()
    await page.getByRole('button', { name: 'Add p3' }).press('Enter')
    await page.locator('#line-4').waitFor()
    assert.deepEqual(await blocksIn(page), ['text', 'p1', 'p2', 'p3', 'text'])
    assert.equal(await focused(page), 'line-4')
    assert.equal(await page.locator('#line-4').inputValue(), 'It counts what others guess.')
    assert.ok(await page.locator('[data-arrival="p3"] button').isDisabled())
    await page.keyboard.type(' And more.')
    assert.ok(await page.locator('[data-arrival="p2"] button').isDisabled())
    await page.getByRole('button', { name: 'Remove p2' }).click()
    assert.ok(await page.getByRole('button', { name: 'Add p2' }).isEnabled())
    await page.getByLabel('Find papers').fill('unmistakable')
    await page.locator('#found', { hasText: 'Unmistakable name' }).waitFor()
    await page.getByLabel('Find papers').press('Enter')
    await page.locator('#line-5').waitFor()
    assert.deepEqual(await blocksIn(page), ['text', 'p1', 'p3', 'p4', 'text'])
    await page.getByLabel('Title').press('Enter')
    await page.getByText('Saved as version 2').waitFor()
    const draft = await service.store.private.briefs.draft('2026-w47')
    const items = [
      '- One (p1): said of it',
      '- Third thing (p3): It counts what others guess. And more.',
      '- Unmistakable name (p4): Last.',
    ]
    assert.equal(draft?.summary, `The lead.\n\n${items.join('\n')}\n\nThe end.`)
    assert.deepEqual(draft?.featured, ['p1', 'p3', 'p4'])
    assert.deepEqual(troubles, [])
  })

  await t.test(
    'is previewed as page, email and agent JSON by tabs that keys move between, or side by side',
    async () => {
      const { page, troubles } = await open()
      const tab = (name: string) => page.getByRole('tab', { name })
      assert.deepEqual(await page.getByRole('tab').allInnerTexts(), ['Page', 'Email', 'Agents'])
      assert.ok(await page.locator('#preview').isVisible())
      assert.ok(!(await page.locator('#preview-json').isVisible()))
      await tab('Page').focus()
      await page.keyboard.press('ArrowLeft')
      assert.equal(await focused(page), await tab('Agents').getAttribute('id'))
      assert.ok(await page.getByRole('tabpanel', { name: 'Agents' }).isVisible())
      await page.keyboard.press('ArrowLeft')
      assert.equal(await tab('Email').getAttribute('aria-selected'), 'true')

      // As it is stored, then as it is typed, which nobody has stored.
      await emailFrame(page).getByText('said of it').waitFor()
      await page.locator('#line-1').fill('**written** anew')
      await emailFrame(page).locator('strong', { hasText: 'written' }).waitFor()
      await page.locator('#preview-email', { hasText: 'written anew' }).waitFor()
      assert.ok(!(await service.store.private.briefs.draft('2026-w47'))?.summary.includes('written'))
      await page.locator('.draft-state', { hasText: 'Draft saved' }).waitFor()
      const length = await page.evaluate<number>('history.length')
      await page.locator('#line-1').fill('**set** again')
      await emailFrame(page).locator('strong', { hasText: 'set' }).waitFor()
      assert.equal(await page.evaluate<number>('history.length'), length, 'an email is no step to go back')

      await page.getByRole('button', { name: 'Side by side' }).click()
      for (const id of ['#preview', '#preview-email', '#preview-json'])
        assert.ok(await page.locator(id).isVisible(), id)
      const [one, other] = [
        await page.locator('#preview').boundingBox(),
        await page.locator('#preview-json').boundingBox(),
      ]
      assert.ok(one !== null && other !== null && one.x + one.width <= other.x)
      await page.reload()
      await page.locator('.previews[data-beside]').waitFor()
      assert.deepEqual(await faultsOfAppearances(page), [])
      await page.getByRole('button', { name: 'Discard' }).click()
      await page.waitForURL((url) => url.pathname === PATH)
      assert.deepEqual(troubles, [])
    },
  )

  await t.test('is previewed without scripts, its email as it is typed', async () => {
    const { page, troubles } = await browser.visit({ scripts: false, width: 360 })
    await page.context().addCookies([{ name: 'sid', value: editor.secret, url: service.url }])
    await page.goto(service.url + PATH)
    await page.locator('#text-0').fill('Without *scripts*.')
    await page.locator('summary', { hasText: 'Email' }).click()
    await page.getByRole('button', { name: 'Show the email of what is typed' }).click()
    await emailFrame(page).locator('em', { hasText: 'scripts' }).waitFor()
    assert.equal(await page.locator('#text-0').inputValue(), 'Without *scripts*.')
    await page.locator('summary', { hasText: 'Agents' }).click()
    assert.ok(await page.locator('#preview-json').isVisible())
    const email = await page.request.get(`${service.url}${PATH}/email/preview/page`)
    assert.match(email.headers()['content-security-policy'] ?? '', /^default-src 'none'; .*sandbox/u)
    assert.deepEqual(troubles, [])
  })

  await t.test('has no fault in either theme and width, nor has the page that publishes it', async () => {
    if (pictures !== undefined) await mkdir(pictures, { recursive: true })
    for (const path of [PATH, `${PATH}/publish`]) {
      const { page, troubles } = await open(path)
      const seen = async (appearance: string): Promise<void> => {
        if (pictures === undefined) return
        const name = `${appearance}${path.replaceAll('/', '-')}.png`
        await page.screenshot({ path: join(pictures, name), fullPage: true })
      }
      assert.deepEqual(await faultsOfAppearances(page, { seen }), [], path)
      assert.deepEqual(troubles, [], path)
    }
  })

  await t.test(
    'is asked about over the draft, once it is saved, and goes on being written where one goes back',
    async () => {
      const { page, troubles } = await open()
      const before = await stored()
      await page.getByLabel('Title').fill('Another title')
      const press = page.getByRole('button', { name: 'Save and publish…' })
      await press.press('Enter')
      const asked = page.getByRole('dialog', { name: 'Publish the brief of Week 47, 2026' })
      await asked.getByText('What will happen').waitFor()
      assert.equal(await focused(page), 'asks')
      assert.equal(await stored(), before + 1)
      assert.deepEqual(await faultsOfAppearances(page), [])
      await page.keyboard.press('Escape')
      await asked.waitFor({ state: 'detached' })
      assert.equal(
        await page.evaluate('document.activeElement.textContent'),
        'Save and publish…',
        'the focus comes back',
      )
      await page.getByLabel('Title').fill('T')
      await press.press('Enter')
      await asked.getByText('“T”, version').waitFor()
      assert.equal(await stored(), before + 2, 'a version is based on the one that was saved before it was asked')
      await asked.getByRole('link', { name: /^Back to the draft/u }).click()
      await asked.waitFor({ state: 'detached' })
      assert.equal(new URL(page.url()).pathname, PATH)
      await page.getByLabel('Title').fill('')
      await press.click()
      await page.getByText('Title: must not be empty').first().waitFor()
      assert.equal(await stored(), before + 2)
      assert.deepEqual(
        troubles.filter((trouble) => !trouble.includes('status of 400')),
        [],
      )
    },
  )

  await t.test('is sent at a time in the zone of the browser, which stands beside it', async () => {
    const { page, troubles } = await open('/console/account')
    const protocol = await page.context().newCDPSession(page)
    await protocol.send('Emulation.setTimezoneOverride', { timezoneId: 'Europe/Berlin' })
    await page.goto(`${service.url}${PATH}/publish`)
    await page.getByLabel('Time', { exact: true }).fill('2027-07-05T09:00')
    await page.getByText('In your time zone, Europe/Berlin (UTC+02:00), which is 2027-07-05 07:00 UTC.').waitFor()
    await page.getByLabel('Time', { exact: true }).fill('2026-12-07T09:00')
    await page.getByText('(UTC+01:00), which is 2026-12-07 08:00 UTC').waitFor()
    assert.ok(await page.getByLabel('by email at the time below').isChecked())
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('The brief 2026-w47 was published.').waitFor()
    assert.equal((await service.store.private.mailings.find('2026-w47'))?.startAt, '2026-12-07T08:00:00.000Z')
    assert.deepEqual(troubles, [])
  })
})
