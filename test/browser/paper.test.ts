import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accessibilityFaults } from '../support/browser/accessibility.ts'
import { openBrowser, overhang, WINDOW_HEIGHT } from '../support/browser/browser.ts'
import { wholePaper } from '../support/service/papers.ts'
import { startTestService } from '../support/service/test-service.ts'

const section = (number: number): string => `${number} Part number ${number}\n\n${'Some words of it. '.repeat(1_500)}`

const PARAGRAPHS = `${'Some words of it. '.repeat(30)}\n\n`.repeat(5)

test('the page of a paper', async (t) => {
  const service = await startTestService(t)
  await service.accept(
    wholePaper({ authors: Array.from({ length: 60 }, (_, index) => `Ada A${index}`) }),
    wholePaper({
      id: 'p4',
      fullText: ['Setting', 'Outcome', 'Last'].map((name) => `## ${name}\n\n${PARAGRAPHS}`).join('\n\n'),
    }),
    wholePaper({
      id: 'p2',
      title: 'Ledgers: How Agents Keep Books',
      houseCommentary: `${'Words of it. '.repeat(9)}As (p1) says.`,
    }),
    wholePaper({
      id: 'p5',
      fullText: Array.from({ length: 80 }, (_, index) => `## Heading ${index + 1}\n\nA text.`).join('\n\n'),
    }),
    wholePaper({ id: 'p7', houseCommentary: 'تعليق قصير.', fullText: '## مقدمة\n\nنص.\n\n## خاتمة\n\nنص آخر.' }),
    wholePaper({ id: 'p6', fullText: '## Setting\n\nA text.\n\n## Outcome\n\nA text.' }),
    wholePaper({ id: 'p3', fullText: [1, 2, 3].map(section).join('\n\n') }),
  )
  const { url } = service
  const browser = await openBrowser(t)

  await t.test('a citation is copied in two clicks, and the button and a spoken message say so', async () => {
    const { page, troubles } = await browser.visit()
    await page.goto(`${url}/papers/p1`)
    await page.evaluate(
      'navigator.clipboard.writeText = (text) => { globalThis.copied = text; return Promise.resolve() }',
    )
    await page.getByRole('button', { name: 'Cite', exact: true }).click()
    await page.getByRole('button', { name: 'Copy BibTeX' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    assert.equal(await page.getByRole('status').innerText(), 'Copied')
    const file = await (await fetch(`${url}/papers/p1.bib`)).text()
    assert.equal(await page.evaluate('globalThis.copied'), file)
    assert.deepEqual(troubles, [])
  })

  await t.test(
    'all forms of a citation are shown before they are copied, without a fault in either theme',
    async () => {
      for (const [width, theme] of [
        [1_280, 'light'],
        [320, 'dark'],
      ] as const) {
        const { page, troubles } = await browser.visit({ width, theme })
        await page.goto(`${url}/papers/p1`)
        for (const panel of ['Cite', 'Share']) {
          await page.getByRole('button', { name: panel, exact: true }).click()
          const shown = page.getByRole('region', { name: panel, exact: true })
          assert.equal(await shown.locator('pre:visible').count(), panel === 'Cite' ? 6 : 1)
          assert.deepEqual(await accessibilityFaults(page), [])
          assert.equal(await overhang(page), 0)
          await page.keyboard.press('Escape')
          assert.equal(await shown.count(), 0)
          assert.equal(await page.evaluate('document.activeElement.textContent'), panel, 'the focus returns')
        }
        assert.deepEqual(troubles, [])
      }
    },
  )

  await t.test('the address of the page is shared: copied, or handed to another app where there are some', async () => {
    const { page } = await browser.visit()
    await page.addInitScript('navigator.share = (shared) => { globalThis.shared = shared; return Promise.resolve() }')
    await page.goto(`${url}/papers/p1`)
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    const address = await page.getByRole('region', { name: 'Address of this page' }).innerText()
    assert.equal(new URL(address).pathname, '/papers/p1')
    await page.getByRole('button', { name: 'Send with another app' }).click()
    assert.deepEqual(await page.evaluate('globalThis.shared.url'), address)
  })

  await t.test('without a right to the clipboard the citation is selected', async () => {
    const { page } = await browser.visit()
    await page.goto(`${url}/papers/p1`)
    await page.evaluate("navigator.clipboard.writeText = () => Promise.reject(new Error('no'))")
    await page.getByRole('button', { name: 'Cite', exact: true }).click()
    await page.getByRole('button', { name: 'Copy Text' }).click()
    await page.getByRole('button', { name: 'Selected' }).waitFor()
    assert.match(await page.evaluate<string>('getSelection().toString()'), /\(2025\)\. Checkpoints for agents/u)
  })

  await t.test('without scripts everything can be read and nothing offers to copy', async () => {
    const { page } = await browser.visit({ scripts: false })
    await page.goto(`${url}/papers/p1`)
    assert.equal(await page.getByText(/^@\w+\{a02025p1/u).isVisible(), false)
    await page.getByRole('button', { name: 'Cite', exact: true }).click()
    assert.equal(await page.getByRole('button', { name: /copy/iu }).count(), 0)
    assert.ok(await page.getByText(/^@\w+\{a02025p1/u).isVisible())
    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download RIS' }).click()
    assert.equal((await downloading).suggestedFilename(), 'p1.ris')
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    assert.ok(await page.getByRole('link', { name: 'Send by email' }).isVisible())
    assert.equal(await page.getByRole('button', { name: 'Send with another app' }).count(), 0)
    await page.keyboard.press('Escape')
    await page.getByText('and 54 more authors').click()
    assert.ok(await page.getByText('Ada A59', { exact: true }).isVisible())
  })

  await t.test(
    'a paper that a text mentions has a preview by pointer and by keyboard, which moves nothing',
    async () => {
      for (const width of [360, 1_280]) {
        const { page, troubles } = await browser.visit({ width })
        await page.goto(`${url}/papers/p2`)
        const link = page.getByRole('link', { name: 'Checkpoints for agents that work for…', exact: true })
        const shown = () =>
          page.evaluate<string>("getComputedStyle(document.querySelector('.mention'), '::after').content")
        const height = await page.evaluate<number>('document.documentElement.scrollHeight')
        assert.equal(await shown(), 'none')
        await link.hover()
        assert.match(
          await shown(),
          /Checkpoints for agents that work for days · Ada A0, Ada A1, Ada A2 and others, 2025/u,
        )
        if (process.env.SCREENSHOTS !== undefined)
          await page.screenshot({ path: `${process.env.SCREENSHOTS}/mention-${width}.png` })
        assert.equal(await page.evaluate('document.documentElement.scrollHeight'), height)
        assert.equal(await overhang(page), 0)
        assert.deepEqual(await accessibilityFaults(page), [])
        await page.keyboard.press('Escape')
        assert.equal(await shown(), 'none')
        await page.mouse.move(0, 0)
        // The focus comes from the link before.
        await link.evaluate((element) => element.focus())
        assert.match(await shown(), /Checkpoints/u)
        await page.keyboard.press('Enter')
        await page.waitForURL(`${url}/papers/p1`)
        assert.deepEqual(troubles, [])
      }
    },
  )

  await t.test('the contents of a long text lead to its parts', async () => {
    const { page } = await browser.visit()
    await page.goto(`${url}/papers/p3`)
    const contents = page.getByRole('navigation', { name: 'Contents' })
    await contents.getByRole('link', { name: '3 Part number 3' }).click()
    await page.waitForURL('**/papers/p3/text?part=*#text-3')
    assert.ok(await page.getByRole('heading', { name: '3 Part number 3' }).isVisible())
    await page.getByRole('link', { name: 'Previous part' }).first().click()
    await page.getByRole('heading', { name: '2 Part number 2' }).waitFor()
  })

  await t.test(
    'on a wide screen the rail stands beside the text, stays in view and marks the present place',
    async () => {
      const { page, troubles } = await browser.visit()
      await page.goto(`${url}/papers/p4`)
      const text = await page.locator('.reading').boundingBox()
      const rail = page.getByRole('complementary', { name: 'About this paper' })
      const beside = await rail.boundingBox()
      assert.ok(text !== null && beside !== null)
      assert.ok(text.width <= 640 && beside.x > text.x + text.width, JSON.stringify({ text, beside }))
      const present = rail.locator('a[aria-current="location"]')
      assert.equal(await present.innerText(), 'Why it matters')
      await rail.getByRole('link', { name: 'Outcome' }).click()
      await rail.locator('a[aria-current="location"]', { hasText: 'Outcome' }).waitFor()
      assert.ok(await rail.getByText('Facts and scores').last().isVisible())
      assert.ok(((await rail.boundingBox())?.y ?? -1) >= 0, 'it stays in view')
      await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
      await rail.locator('a[aria-current="location"]', { hasText: 'Last' }).waitFor()
      assert.deepEqual(troubles, [])
    },
  )

  await t.test('long contents scroll to the present place, and leave room for the facts', async () => {
    const { page } = await browser.visit()
    await page.goto(`${url}/papers/p5`)
    const rail = page.getByRole('complementary', { name: 'About this paper' })
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
    await rail.locator('a[aria-current="location"]', { hasText: 'Heading 80' }).waitFor()
    const [contents, present, facts] = await Promise.all(
      ['.text-contents', 'a[aria-current="location"]', '.facts'].map((part) => rail.locator(part).boundingBox()),
    )
    assert.ok(contents && present && facts)
    // Positions are rounded to a part of a pixel.
    assert.ok(present.y >= contents.y - 1 && present.y + present.height <= contents.y + contents.height + 1)
    assert.ok(facts.y > present.y && facts.y < WINDOW_HEIGHT)
  })

  await t.test('at the top of a page that hardly scrolls the first section is the present one', async () => {
    const { page } = await browser.visit()
    await page.goto(`${url}/papers/p6`)
    assert.ok(await page.evaluate<boolean>('document.documentElement.scrollHeight < 2 * innerHeight'))
    assert.equal(await page.locator('.rail a[aria-current="location"]').innerText(), 'Why it matters')
  })

  await t.test('on a narrow screen the parts of the rail are folded above the text', async () => {
    const { page } = await browser.visit({ width: 390, scripts: false })
    await page.goto(`${url}/papers/p4`)
    const rail = page.getByRole('complementary', { name: 'About this paper' })
    const above = await rail.boundingBox()
    const commentary = await page.getByRole('heading', { name: 'Why it matters' }).boundingBox()
    assert.ok(above !== null && commentary !== null && above.y + above.height <= commentary.y)
    assert.equal(await rail.getByText('Example University').isVisible(), false)
    await rail.getByText('Facts and scores').first().click()
    assert.ok(await rail.getByText('Example University').isVisible())
    assert.equal(await overhang(page), 0)
  })

  await t.test('its own keys cite it and turn the parts of its text, but not while somebody types', async () => {
    const { page, troubles } = await browser.visit()
    await page.goto(`${url}/papers/p1`)
    const panel = page.getByRole('region', { name: 'Cite', exact: true })
    await page.keyboard.press('/')
    await page.keyboard.type('cp?')
    assert.equal(await panel.count(), 0)
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Keys' })
    assert.match(await help.innerText(), /c\s+Cite\s+\?/u)
    await page.keyboard.press('c')
    assert.equal(await panel.count(), 0, 'the dialog keeps the keys')
    await page.keyboard.press('Escape')
    await page.keyboard.press('c')
    await panel.waitFor()
    await page.goto(`${url}/papers/p3/text`)
    await page.keyboard.press('n')
    await page.waitForURL('**/papers/p3/text?part=2')
    await page.keyboard.press('b')
    await page.waitForURL('**/papers/p3/text')
    assert.deepEqual(troubles, [])
  })

  await t.test('a text from right to left begins at the right, under headings of the page that do not', async () => {
    const { page } = await browser.visit()
    await page.goto(`${url}/papers/p7`)
    const sides = await page.evaluate<
      boolean[]
    >(`[...document.querySelectorAll('.apart p, .prose p')].map((paragraph) => {
      const range = document.createRange()
      range.selectNodeContents(paragraph)
      const [text, box] = [range.getBoundingClientRect(), paragraph.getBoundingClientRect()]
      return box.right - text.right < text.left - box.left
    })`)
    assert.deepEqual(sides, [true, false, true, true], 'commentary, by whom it is, two sections')
    assert.equal(await overhang(page), 0)
  })

  await t.test('print leaves the frame out and shows where links lead', async () => {
    const { page } = await browser.visit()
    await page.goto(`${url}/papers/p1`)
    await page.emulateMedia({ media: 'print' })
    assert.equal(await page.getByRole('navigation', { name: 'Main' }).isVisible(), false)
    assert.ok(
      await page
        .getByText(/^Ada A0, Ada A1.*\(2025\)/u)
        .first()
        .isVisible(),
      'how to cite it',
    )
    assert.equal(await page.getByText(/^@\w+\{a02025p1/u).isVisible(), false)
    assert.equal(await page.getByRole('button').count(), 0)
    assert.equal(await page.getByText('Contents', { exact: true }).last().isVisible(), false)
    assert.ok(
      await page.getByRole('link', { name: 'Example University' }).isVisible(),
      'what is folded on screen is on paper',
    )
    const after = await page.evaluate<string>(
      "getComputedStyle(document.querySelector('.onward a'), '::after').content",
    )
    assert.match(after, /https:\/\/example\.org\/papers\/1/u)
  })
})
