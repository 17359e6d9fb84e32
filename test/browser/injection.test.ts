import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ConsoleMessage, Page } from 'playwright-core'
import { saveBriefDraft } from '#actions/editorial/briefs.ts'
import { CONFIRMATION_VALID_MS } from '#core/access/session.ts'
import { parseSearchQuery } from '#core/search/search-query.ts'
import { csvLine } from '#schemas/csv.ts'
import { openBrowser, postForm, type VisitedPage } from '../support/browser/browser.ts'
import { foreignMarkup, injectionPayloads, infectCorpus, tens } from '../support/browser/injection.ts'
import { signedIn } from '../support/service/editor-session.ts'
import { startTestService } from '../support/service/test-service.ts'

const TABS = 4

const isSearch = (text: string): boolean => {
  try {
    parseSearchQuery(text)
    return true
  } catch {
    return false
  }
}

const searches = injectionPayloads
  .reduce((text, payload) => {
    const line = text.slice(text.lastIndexOf('\n') + 1)
    return `${text}${isSearch(`${line} ${payload}`) ? ' ' : '\n'}${payload}`
  })
  .split('\n')

const inChapter = (chapter: number): string[] => [
  `/chapters/${chapter}`,
  `/?chapter=${chapter}&sort=enterprise`,
  `/map?chapter=${chapter}&lh_min=0`,
]

const paperWith = (payload: number): string => `/papers/p${1 + payload * 10}`

/** Every page that shows what somebody wrote: of the corpus, or into an address. */
const addresses = (conceptIds: readonly string[]): string[] => [
  '/',
  '/papers',
  '/chapters',
  ...inChapter(1),
  '/map',
  '/map?lh_min=0',
  '/map/citations',
  '/stats',
  ...tens.map((_, index) => `/papers/p${501 + index}`),
  ...[0, 1, 2, 3].map(paperWith),
  '/papers/p501/text',
  '/concepts',
  ...[2, 3].map((number) => `/concepts?page=${number}`),
  `/reading-list?ids=${tens.map((_, index) => `p${501 + index}`).join(',')}`,
  '/compare?ids=p501,p502,p503,p504',
  '/gaps',
  '/gaps?page=3',
  ...['g1', 'g30'].map((id) => `/gaps/${id}`),
  ...conceptIds.map((id) => `/concepts/${encodeURIComponent(id)}`),
  '/briefs',
  '/briefs/2026-w40',
  '/docs',
  ...searches.map((text) => `/?q=${encodeURIComponent(text)}`),
  ...searches.map((text) => `/?q=${encodeURIComponent(`${text} since 2023`)}&author=${encodeURIComponent(text)}`),
  ...tens.flatMap((payloads, index) => {
    const query = encodeURIComponent(payloads.join(' '))
    const places = [
      `/nowhere/${query}`,
      `/map?${query}=1`,
      `/map?lh_min=${query}`,
      `/map?cursor=${encodeURIComponent(payloads[0] ?? '')}&lh_min=0`,
      `/subscribe/confirm?token=${query}`,
      `/unsubscribe?token=${query}`,
      `/subscription?token=${query}`,
      `/follow?${new URLSearchParams({ search: `/?${new URLSearchParams({ institution: payloads.join(' ').slice(0, 500), sort: 'newest' }).toString()}` }).toString()}`,
      `/papers/${query}`,
      `/?institution=${query}`,
      `/?concept=${encodeURIComponent(payloads[0] ?? '')}`,
      `/?authorName=${encodeURIComponent(payloads[0] ?? '')}`,
      `/concepts/${query}`,
      `/authors/${query}`,
      `/venues/${encodeURIComponent(payloads[0] ?? '')}`,
      `/gaps?severity=${query}`,
      `/reading-list?ids=${query}`,
    ]
    return [0, 1].map((turn) => places[(index * 2 + turn) % places.length] ?? '')
  }),
]

/** Pages of other papers that are made as some of those are: what would be foreign in them is in their markup. */
const alike = [...[2, 3, 4, 5, 6, 7].flatMap(inChapter), ...tens.map((_, index) => paperWith(index)).slice(4)]

/** The errors that would let a payload be taken for markup. */
const planted = (payload: string): string[] => [
  `<p>${payload}</p>`,
  `<p title="${payload}">x</p>`,
  `<p title='${payload}'>x</p>`,
  `<a href="${payload}">x</a>`,
  `<textarea>${payload}</textarea>`,
  `<script type="application/ld+json">{"x":"${payload}"}</script>`,
  // What a careless writer of Markdown would make of it.
  payload
    .replaceAll(
      /(?<image>!?)\[x\]\((?<address>\S+)(?: "(?<title>[^"]*)")?\)/gu,
      '$<image><a href="$<address>" $<title>>x</a>',
    )
    .replaceAll(/!<a href/gu, '<img src'),
]

/** The browser reports a page with an error status as a failed request; that is not a fault of the page. */
const REFUSED = /^console: Failed to load resource: the server responded with a status of 4\d\d/u

const isOfPolicy = (message: ConsoleMessage): boolean => message.text().includes('Content Security Policy')

/** The faults of the page that is shown. */
const faultsOf = async ({ page, troubles }: VisitedPage): Promise<string[]> => {
  const foreign = await page.evaluate<string[]>(`${foreignMarkup}(document)`)
  return [...foreign, ...troubles.splice(0).filter((trouble) => !REFUSED.test(trouble))]
}

test('what somebody writes', async (t) => {
  const service = await startTestService(t)
  await infectCorpus(service)
  const browser = await openBrowser(t)

  await t.test('would be found in each of 150 forms if it ever became markup', async () => {
    assert.equal(new Set(injectionPayloads).size, 150)
    const { page } = await browser.visit()
    const documents = injectionPayloads.map((payload) =>
      planted(payload).map((body) => `<title>x</title><main><h1>x</h1>${body}</main>`),
    )
    const found = await page.evaluate<number[]>(`${JSON.stringify(documents)}.map((bodies) =>
      bodies.filter((body) => ${foreignMarkup}(new DOMParser().parseFromString(body, 'text/html')).length > 0).length)`)
    assert.deepEqual(
      injectionPayloads.filter((_, index) => found[index] === 0),
      [],
    )
    const clean = `<title>x</title><main><h1>x</h1><p title="x">x</p></main>`
    assert.deepEqual(
      await page.evaluate(`${foreignMarkup}(new DOMParser().parseFromString(${JSON.stringify(clean)}, 'text/html'))`),
      [],
    )
  })

  await t.test('is noticed when a page runs it, and also when the policy stops it', async () => {
    const visited = await browser.visit()
    const { headers } = await service.get('/')
    for (const [policy, expected] of [
      ['', /^dialog: 1$/mu],
      [headers.get('content-security-policy') ?? '', /Content Security Policy/u],
    ] as const) {
      await visited.page.route('**/planted', (route) =>
        route.fulfill({
          contentType: 'text/html',
          headers: { 'content-security-policy': policy },
          body: '<title>x</title><main><h1>x</h1><img src=x onerror=alert(1)></main>',
        }),
      )
      const reported =
        policy === '' ? visited.page.waitForEvent('dialog') : visited.page.waitForEvent('console', isOfPolicy)
      await visited.page.goto(`${service.url}/planted`)
      await reported
      const faults = (await faultsOf(visited)).join('\n')
      assert.match(faults, expected)
      assert.match(faults, /element img/u)
      await visited.page.unroute('**/planted')
    }
  })

  await t.test('stays text on every page', async () => {
    const concepts = (await service.store.public.concepts.list())?.concepts ?? []
    assert.ok(concepts.length > 50, String(concepts.length))
    const waiting = addresses(concepts.filter((_, index) => index % 15 === 0).map(({ id }) => id))
    const seen = new Map<number, number>()
    const work = async (visited: VisitedPage): Promise<void> => {
      for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
        const response = await visited.page.goto(service.url + address)
        const status = response?.status() ?? 0
        seen.set(status, (seen.get(status) ?? 0) + 1)
        assert.ok(status < 500, `${status} ${address}`)
        assert.deepEqual(await faultsOf(visited), [], address)
      }
    }
    const tabs = await Promise.all(Array.from({ length: TABS }, () => browser.visit()))
    await Promise.all(tabs.map(work))
    assert.ok((seen.get(200) ?? 0) > 50, JSON.stringify([...seen]))
  })

  await t.test('is no markup in any other page of these kinds', async () => {
    const { page } = await browser.visit()
    const markup = await Promise.all(alike.map(async (address) => (await service.get(address)).text()))
    const found = await page.evaluate<string[][]>(`${JSON.stringify(markup)}.map((text) =>
      ${foreignMarkup}(new DOMParser().parseFromString(text, 'text/html')))`)
    assert.deepEqual(
      found,
      alike.map(() => []),
    )
  })

  await t.test('stays text where the console asks once more, and comes back unchanged', async () => {
    const visited = await browser.visit()
    const { page } = visited
    const admin = await signedIn(service, 'admin')
    await page.context().addCookies([{ name: 'sid', value: admin.secret, url: service.url }])
    const sources = tens.map((payloads) => ({ kind: 'openalex', query: payloads.join(' '), name: payloads[0] ?? '' }))
    const asked = [
      ...sources.map((fields) => ({ path: '/console/sources', fields })),
      { path: '/console/briefs/2026-w40/email', fields: { email: 'now', at: injectionPayloads.join(' ') } },
    ]
    // At once, and later, when the editor has to confirm who it is.
    for (const heading of [/^(?:Add the source|Send the brief)/u, /^Confirm it is you$/u]) {
      for (const { path, fields } of asked) {
        await page.goto(`${service.url}/console/account`)
        await postForm(page, path, fields)
        assert.match(await page.locator('h1').innerText(), heading, JSON.stringify(fields))
        for (const [name, value] of Object.entries(fields))
          assert.equal(await page.locator(`input[type="hidden"][name="${name}"]`).inputValue(), value)
        assert.deepEqual(await faultsOf(visited), [], JSON.stringify(fields))
      }
      service.clock.advance(CONFIRMATION_VALID_MS / 1_000)
    }
  })

  await t.test('stays text in the blocks of a brief, and on the page that publishes it', async () => {
    const visited = await browser.visit()
    const { page } = visited
    const editor = await signedIn(service, 'editor')
    await page.context().addCookies([{ name: 'sid', value: editor.secret, url: service.url }])
    for (const [index, payloads] of tens.entries()) {
      const id = `p${501 + index}`
      const line = payloads.join(' ')
      const summary = `${line}\n\n- ${line} (${id}): ${line}\n\n${payloads.join('\n\n')}`
      const words = { title: line.slice(0, 300), summary, take: line, featured: [id] }
      await service.run(saveBriefDraft, { id: '2026-w41', words, version: null, actor: 'test' })
      for (const path of ['/console/briefs/2026-w41', '/console/briefs/2026-w41/publish']) {
        await page.goto(service.url + path)
        const actions = await page.evaluate<string[]>(
          `[...document.querySelectorAll('[formaction]')].map((button) => button.getAttribute('formaction'))`,
        )
        assert.deepEqual(
          actions.filter(
            (action) => !/^\/console\/briefs\/2026-w41\/(?:blocks|preview|finish|move|remove)$/u.test(action),
          ),
          [],
        )
        // These buttons of the page send the form elsewhere.
        assert.deepEqual(
          (await faultsOf(visited)).filter((fault) => fault !== 'attribute formaction of button'),
          [],
          `${path} ${line}`,
        )
      }
    }
  })

  await t.test('stays text in a table that is looked at before it is imported', async () => {
    const visited = await browser.visit()
    const { page } = visited
    const editor = await signedIn(service, 'editor')
    await page.context().addCookies([{ name: 'sid', value: editor.secret, url: service.url }])
    for (const payloads of tens) {
      const lines = [
        ['Title', 'Authors', 'Year', ...payloads],
        [payloads[0] ?? '', payloads[1] ?? '', '2024', ...payloads],
      ]
      await page.goto(`${service.url}/console/imports`)
      const buffer = Buffer.from(lines.map((cells) => csvLine(cells)).join(''))
      await page.setInputFiles('#file', {
        name: `${payloads[2]?.replaceAll('/', '')}.csv`,
        mimeType: 'text/csv',
        buffer,
      })
      await page.getByRole('button', { name: 'Look at it first' }).click()
      await page.getByRole('heading', { name: 'What would happen' }).waitFor()
      assert.equal(await page.locator('[formaction]').getAttribute('formaction'), '/console/imports/preview')
      // The one button of the page that sends the form elsewhere is its own.
      assert.deepEqual(await faultsOf(visited), ['attribute formaction of button'], JSON.stringify(payloads))
    }
  })

  await t.test('is shown as it was written', async () => {
    const { page } = await browser.visit()
    await page.goto(`${service.url}/map`)
    const shown = new Set(await page.locator('a[data-point] > title').allTextContents())
    assert.deepEqual(
      injectionPayloads.filter((payload) => !shown.has(payload)),
      [],
    )
  })

  await t.test('into a form comes back unchanged', async () => {
    const visited = await browser.visit()
    const { page } = visited
    for (const [first, most] of [
      [0, 75],
      [75, 150],
    ]) {
      const message = injectionPayloads.slice(first, most).join('\n')
      const name = (injectionPayloads[first ?? 0] ?? '').slice(0, 200)
      await page.goto(`${service.url}/contact`)
      await page.evaluate("document.querySelector('form.message-form').noValidate = true")
      await fill(page, { name, subject: name, message, email: name })
      await page.locator('form.message-form button').click()
      await page.getByText('Nothing was sent yet.').waitFor()
      assert.equal(await page.locator('#message').inputValue(), message)
      assert.equal(await page.locator('#name').inputValue(), name)
      assert.deepEqual(await faultsOf(visited), [])
    }
  })
})

const fill = async (page: Page, fields: Record<string, string>): Promise<void> => {
  for (const [name, value] of Object.entries(fields)) await page.locator(`#${name}`).fill(value)
}
