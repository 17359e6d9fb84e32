import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publishBrief } from '#actions/publish-brief.ts'
import { accessibilityFaults, openBrowser, overhang, type Theme } from '../support/browser.ts'
import { leastPaper, wholePaper } from '../support/papers.ts'
import { decide } from '../support/review.ts'
import { startTestService, type TestService } from '../support/test-service.ts'

const section = (number: number): string => `${number} Part number ${number}\n\n${'Some words of it. '.repeat(1_500)}`

const fill = async (service: TestService): Promise<void> => {
  await service.accept(
    wholePaper({
      fullText: '## One\n\nFirst.\n\n## Two\n\nSecond.',
      authors: Array.from({ length: 60 }, (_, n) => `Ada A${n}`),
    }),
    wholePaper({
      id: 'p2',
      title: `${'Verylongwords'.repeat(30)} 計画 עברית`,
      abstract: String.raw`$\frac{a}{b}$ `.repeat(40),
    }),
    wholePaper({ id: 'p3', fullText: [1, 2, 3].map(section).join('\n\n') }),
    leastPaper({ id: 'p4' }),
    wholePaper({ id: 'p5' }),
  )
  await decide(service, 'p5', 'retract', 'Because of the test.')
  await service.store.transact((tx) =>
    tx.gaps.put(
      { id: 'g1', title: 'A gap', severity: 'critical', explanation: 'See p1.', paperIds: ['p1', 'p2'] },
      '2026-11-20T00:00:00.000Z',
    ),
  )
  await publishBrief(
    service,
    {
      id: '2026-w47',
      week: { year: 2026, week: 47 },
      title: 'A brief',
      summary: 'One paper.',
      take: 'Read it.',
      featured: ['p1', 'p2'],
    },
    'test',
  )
}

const pages = [
  '/papers/p1',
  '/papers/p2',
  '/papers/p3/text?part=2',
  '/papers/p4',
  '/papers/p5',
  '/concepts',
  '/concepts/checkpointing',
  '/gaps',
  '/gaps/g1',
  '/briefs',
  '/briefs/2026-w47',
]

test('papers and what the house writes', async (t) => {
  const service = await startTestService(t)
  await fill(service)
  const { url } = service
  const browser = await openBrowser(t)

  for (const theme of ['light', 'dark'] as Theme[])
    for (const width of [320, 1_280])
      await t.test(`no page has a fault at ${width} pixels, ${theme}`, async () => {
        const { page, troubles } = await browser.visit({ theme, width })
        for (const path of pages) {
          await page.goto(url + path)
          assert.deepEqual(await accessibilityFaults(page), [], path)
          assert.equal(await overhang(page), 0, path)
        }
        // The page of a retracted paper is answered with 410, which the console tells.
        assert.deepEqual(
          troubles.filter((line) => !line.includes('status of 410')),
          [],
        )
      })

  await t.test('a citation is copied, and the button says so', async () => {
    const { page, troubles } = await browser.visit()
    await page.goto(`${url}/papers/p1`)
    await page.evaluate(
      'navigator.clipboard.writeText = (text) => { globalThis.copied = text; return Promise.resolve() }',
    )
    await page.getByText('Show to copy').click()
    await page.getByRole('button', { name: 'Copy BibTeX' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    const file = await (await fetch(`${url}/papers/p1.bib`)).text()
    assert.equal(await page.evaluate('globalThis.copied'), file)
    assert.deepEqual(troubles, [])
  })

  await t.test('without a right to the clipboard the citation is selected', async () => {
    const { page } = await browser.visit()
    await page.goto(`${url}/papers/p1`)
    await page.evaluate("navigator.clipboard.writeText = () => Promise.reject(new Error('no'))")
    await page.getByRole('button', { name: 'Copy citation' }).click()
    await page.getByRole('button', { name: 'Selected' }).waitFor()
    assert.match(await page.evaluate<string>('getSelection().toString()'), /\(2025\)\. Checkpoints for agents/u)
  })

  await t.test('nothing moves while the page comes', async () => {
    const { page } = await browser.visit()
    await page.goto(`${url}/papers/p4`)
    const shift = await page.evaluate<number>(`new Promise((resolve) => {
      let sum = 0
      new PerformanceObserver((list) => { for (const entry of list.getEntries()) sum += entry.value })
        .observe({ type: 'layout-shift', buffered: true })
      setTimeout(() => resolve(sum), 200)
    })`)
    assert.equal(shift, 0)
  })

  await t.test('without scripts everything can be read and nothing offers to copy', async () => {
    const { page } = await browser.visit({ scripts: false })
    await page.goto(`${url}/papers/p1`)
    assert.equal(await page.getByRole('button', { name: /copy/iu }).count(), 0)
    await page.getByText('Show to copy').click()
    assert.ok(await page.getByText('@misc{a02025p1').isVisible())
    await page.getByText('and 36 more authors').click()
    assert.ok(await page.getByText('Ada A59', { exact: true }).isVisible())
  })

  await t.test('the contents of a long text lead to its parts', async () => {
    const { page } = await browser.visit()
    await page.goto(`${url}/papers/p3`)
    await page.getByRole('link', { name: '3 Part number 3' }).click()
    await page.waitForURL('**/papers/p3/text?part=*#text-3')
    assert.ok(await page.getByRole('heading', { name: '3 Part number 3' }).isVisible())
    await page.getByRole('link', { name: 'Previous part' }).first().click()
    await page.getByRole('heading', { name: '2 Part number 2' }).waitFor()
  })

  await t.test('print leaves the frame out and tells where links lead', async () => {
    const { page } = await browser.visit()
    await page.goto(`${url}/papers/p1`)
    await page.emulateMedia({ media: 'print' })
    assert.equal(await page.getByRole('navigation', { name: 'Main' }).isVisible(), false)
    assert.equal(await page.getByText('Show to copy').isVisible(), false)
    const after = await page.evaluate<string>(
      "getComputedStyle(document.querySelector('.onward a'), '::after').content",
    )
    assert.match(after, /https:\/\/example\.org\/papers\/1/u)
  })
})
