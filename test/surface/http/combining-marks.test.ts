import assert from 'node:assert/strict'
import { after, test, type TestContext } from 'node:test'
import type { ReadRecord } from '#core/imports/imported-record.ts'
import { bibtexReader } from '#formats/bibtex-reader.ts'
import { xmlReader } from '#formats/xml/read-xml.ts'
import { checkRecord } from '#imports/check-record.ts'
import { readPaper } from '#imports/read-lines.ts'
import { parseBriefMarkdown } from '#schemas/brief-markdown.ts'
import { anonymous } from '../../support/service/editor-session.ts'
import { leastPaper } from '../../support/service/papers.ts'
import { jsonOf } from '../../support/service/responses.ts'
import { startTestService } from '../../support/service/test-service.ts'

const service = await startTestService({ after })
const key = await service.key()

/** What normalizing would sort for half a minute. */
const marks = (count: number): string => `a${'\u0301\u0323'.repeat(count / 2)}`

/** Characters that are normalized while `work` runs: the cost of a long run of marks is quadratic. */
const normalized = async (t: TestContext, work: () => Promise<void> | void): Promise<number> => {
  const normalize = Reflect.get(String.prototype, 'normalize')
  let characters = 0
  const spy = t.mock.method(String.prototype, 'normalize', function (this: string, form?: string) {
    characters += this.length
    return normalize.call(this, form)
  })
  await work()
  spy.mock.restore()
  return characters
}

const contact = { name: 'Ada', email: 'ada@example.org', message: 'Hello.' }

const inputs: { path: string; body: Record<string, unknown>; at: string }[] = [
  { path: '/api/papers', body: leastPaper({ id: 'p1', fullText: marks(200_000) }), at: 'fullText' },
  { path: '/api/papers?dryRun=true', body: leastPaper({ id: 'p1', fullText: marks(200_000) }), at: 'fullText' },
  { path: '/api/papers', body: leastPaper({ id: 'p1', title: marks(900) }), at: 'title' },
  { path: '/api/papers', body: leastPaper({ id: 'p1', authors: ['Ada', marks(200)] }), at: 'authors.1' },
  { path: '/api/contact', body: { ...contact, message: marks(9_000) }, at: 'message' },
  { path: '/api/contact', body: { ...contact, email: `${marks(200)}@example.org` }, at: 'email' },
  { path: '/api/subscribe', body: { email: 'ada@example.org', name: marks(100) }, at: 'name' },
]

test('long runs of combining marks are refused by every input before anything is normalized', async (t) => {
  for (const { path, body, at } of inputs) {
    const characters = await normalized(t, async () => {
      const response = await service.send('POST', path, body, { 'x-api-key': key })
      assert.equal(response.status, 400)
      const { details } = await jsonOf<{ details: { path: string; message: string }[] }>(response)
      assert.ok(
        details.some(({ path: field, message }) => field === at && /combining marks/u.test(message)),
        `${path} ${at}: ${JSON.stringify(details)}`,
      )
    })
    assert.ok(characters < 1_000, `${path} normalizes ${characters} characters of ${at}`)
  }
})

test('so are they by an ingested line and by a brief in a file', async (t) => {
  const characters = await normalized(t, () => {
    const bytes = Buffer.from(JSON.stringify(leastPaper({ id: 'p1', fullText: marks(200_000) })))
    const line = readPaper({ line: 1, bytes }, new Date('2026-11-20T12:00:00.000Z'))
    assert.match(line !== null && 'reason' in line ? line.reason : '', /fullText: .*combining marks/u)
    const brief = parseBriefMarkdown(`---\ntitle: ${marks(200_000)}\n---\n`)
    assert.match('message' in brief ? brief.message : '', /combining marks/u)
  })
  assert.ok(characters < 1_000, `${characters} characters are normalized`)
})

test('so are they by the forms that anybody can send', async (t) => {
  const forms: readonly [path: string, fields: Record<string, string>][] = [
    ['/console/sign-in', { email: 'ada@example.org', passphrase: marks(10_000) }],
    ['/console/sign-in', { email: `${marks(10_000)}@example.org`, passphrase: 'x' }],
    ['/console/link', { token: marks(5_000), passphrase: marks(5_000) }],
    ['/contact', { ...contact, message: marks(9_000) }],
  ]
  for (const [path, fields] of forms) {
    const characters = await normalized(t, async () => {
      const { status } = await anonymous(service).post(path, fields)
      assert.ok(status >= 400 && status < 500, `${path}: ${status}`)
    })
    assert.ok(characters < 1_000, `${path} normalizes ${characters} characters`)
  }
})

test('a query is normalized, and is never long', async (t) => {
  for (const path of ['/api/papers?q=', '/api/v1/search?q=', '/api/v1/passages?quote=', '/?q=']) {
    const characters = await normalized(t, async () => {
      assert.equal((await service.get(path + encodeURIComponent(marks(2_000)))).status, 400)
    })
    assert.ok(characters < 10_000, `${path} normalizes ${characters} characters`)
  }
})

const foreign: Record<string, () => ReadRecord[]> = {
  BibTeX: () => {
    const reader = bibtexReader()
    const text = `@misc{a, title = {An \\'e ${marks(200_000)}}, author = {Ada Example}, year = 2025}\n`
    return [...reader.push(text), ...reader.end()]
  },
  'XML with TeX in it': () => {
    const reader = xmlReader('<feed>')
    const title = `An \\'e ${marks(200_000)}`
    const entry = `<entry><id>http://arxiv.org/abs/2501.00001v1</id><title>${title}</title><published>2025-01-01T00:00:00Z</published><author><name>Ada</name></author></entry>`
    return [...reader.push(`<feed>${entry}</feed>`), ...reader.end()]
  },
}

for (const [name, read] of Object.entries(foreign))
  test(`so are they in a record of ${name}`, async (t) => {
    const characters = await normalized(t, () => {
      const [record] = read()
      assert.ok(record !== undefined && 'fields' in record, JSON.stringify(record).slice(0, 200))
      const checked = checkRecord(record, { place: 'test', now: new Date('2026-11-20T12:00:00.000Z'), onlyOf: null })
      assert.match('reason' in checked ? checked.reason : '', /title: .*combining marks/u)
    })
    assert.ok(characters < 1_000, `${characters} characters are normalized`)
  })
