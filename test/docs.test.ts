import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { test } from 'node:test'
import { webhookEventTypes } from '#core/webhooks.ts'
import { signedHeaders } from '#core/webhook-signature.ts'

const ROOT = resolve(import.meta.dirname, '..')

const filesLike = (pattern: string): string[] =>
  globSync(pattern, { cwd: ROOT, exclude: (name) => ['node_modules', 'data', 'dist', 'release'].includes(name) })

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

/** Text of a page outside its examples, where `[…](…)` is a link. */
const proseOf = (text: string): string => text.replaceAll(/^```[\s\S]*?^```/gmu, '').replaceAll(/`[^`\n]*`/gu, '')

/** The anchor that a heading gets: its words in lower case, joined by hyphens. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')

const anchorsIn = (text: string): Set<string> =>
  new Set([...text.matchAll(/^#+ (?<heading>.+)$/gmu)].map(({ groups }) => anchorOf(groups?.heading ?? '')))

/** Links of a page that lead nowhere in this repository. */
const brokenLinks = (page: string, text: string): string[] =>
  [...proseOf(text).matchAll(/\]\((?<target>[^)\s]+)\)/gu)]
    .map(({ groups }) => groups?.target ?? '')
    .filter((target) => !/^[a-z]+:/u.test(target))
    .filter((target) => {
      const [path = '', anchor] = target.split('#')
      const file = path === '' ? page : relative(ROOT, resolve(ROOT, dirname(page), path))
      if (!existsSync(join(ROOT, file))) return true
      return anchor !== undefined && !anchorsIn(file === page ? text : read(file)).has(anchor)
    })

/** First rows of tables without a row of dashes under them: renderers show those as text. */
const tablesWithoutHeader = (text: string): string[] =>
  [...proseOf(text).matchAll(/(?<!\|\n)^(?<row>\|.*)\n(?!\|[-:| ]+\|$)/gmu)].map(({ groups }) => groups?.row ?? '')

/** Pages below docs/ that a source file names and that do not exist. */
const missingPages = (text: string): string[] =>
  (text.match(/(?<![\w/.])docs\/[\w./-]*\w/gu) ?? []).filter((path) => !existsSync(join(ROOT, path)))

/** Sections of the contract that a comment cites and that do not exist. */
const missingSections = (text: string, sections: ReadonlySet<string>): string[] =>
  [...text.matchAll(/\bcontract (?<number>\d+(?:\.\d+)?)/giu)]
    .map(({ groups }) => groups?.number ?? '')
    .filter((number) => !sections.has(number))

/** Files and folders that a page names by their path and that do not exist. */
const missingSources = (text: string): string[] =>
  [...text.matchAll(/`(?<path>(?:src|test|bench|bin|public|starter)\/[\w./-]*)`/gu)]
    .map(({ groups }) => groups?.path ?? '')
    .filter((path) => !existsSync(join(ROOT, path)))

/** Files below src/ that a migration names and that do not exist. */
const missingModules = (text: string): string[] =>
  (text.match(/(?<![\w/.])(?:core|store|schemas|queries|actions|jobs)\/[\w/-]+\.ts/gu) ?? []).filter(
    (path) => !existsSync(join(ROOT, 'src', path)),
  )

const pages = filesLike('**/*.md')
const sources = filesLike('{src,test,bench,bin,public,starter,docs}/**/*.{ts,js,css,sql}').filter(
  (file) => file !== relative(ROOT, import.meta.filename),
)
const contractSections = new Set(
  [...read('docs/contract.md').matchAll(/^#+ (?<number>\d+(?:\.\d+)?)\.? /gmu)].map(
    ({ groups }) => groups?.number ?? '',
  ),
)

test('every link of a page leads to a file and a heading that exist', () => {
  assert.ok(pages.length > 15, `only ${pages.length} pages were seen`)
  assert.deepEqual(
    pages.flatMap((page) => brokenLinks(page, read(page)).map((target) => `${page}: ${target}`)),
    [],
  )
})

test('every table of a page has a header', () => {
  const tables = pages.flatMap((page) => proseOf(read(page)).match(/^\|[-:| ]+\|$/gmu) ?? [])
  assert.ok(tables.length > 50, `only ${tables.length} tables were seen`)
  assert.deepEqual(
    pages.flatMap((page) => tablesWithoutHeader(read(page)).map((row) => `${page}: ${row}`)),
    [],
  )
})

test('every page that a source file names exists', () => {
  assert.ok(sources.length > 300, `only ${sources.length} source files were seen`)
  assert.deepEqual(
    sources.flatMap((file) => missingPages(read(file)).map((path) => `${file}: ${path}`)),
    [],
  )
})

test('every source file that a migration names exists', () => {
  const migrations = sources.filter((file) => file.endsWith('.sql'))
  assert.ok(migrations.length > 50, `only ${migrations.length} migrations were seen`)
  assert.deepEqual(
    migrations.flatMap((file) => missingModules(read(file)).map((path) => `${file}: ${path}`)),
    [],
  )
})

test('every section of the contract that is cited exists', () => {
  assert.ok(contractSections.size > 30, `only ${contractSections.size} sections were seen`)
  assert.deepEqual(
    sources.flatMap((file) => missingSections(read(file), contractSections).map((number) => `${file}: ${number}`)),
    [],
  )
  const own = [...read('docs/contract.md').matchAll(/\bsection (?<number>\d+(?:\.\d+)?)/gu)]
  assert.ok(own.length > 10, `only ${own.length} references within the contract were seen`)
  assert.deepEqual(
    own.map(({ groups }) => groups?.number ?? '').filter((number) => !contractSections.has(number)),
    [],
  )
})

test('every source file that a page names exists, but for what decisions tell of the past', () => {
  const current = pages.filter((page) => !page.startsWith('docs/decisions/') && page !== 'CHANGELOG.md')
  assert.ok(current.length > 5, `only ${current.length} pages were seen`)
  assert.deepEqual(
    current.flatMap((page) => missingSources(read(page)).map((path) => `${page}: ${path}`)),
    [],
  )
})

test('planted violations are caught', () => {
  const page =
    '# A page\n\n[a](docs/api.md) [b](docs/gone.md) [c](docs/api.md#gone) [d](#a-page) [e](#gone) `[f](gone.md)`'
  assert.deepEqual(brokenLinks('README.md', page), ['docs/gone.md', 'docs/api.md#gone', '#gone'])
  assert.deepEqual(tablesWithoutHeader('| a |\n|---|\n| b |\n\n| c |\n| d |\n'), ['| c |'])
  assert.deepEqual(missingPages('/** See docs/gone.md and docs/api.md; http://host/docs/x is no page. */'), [
    'docs/gone.md',
  ])
  assert.deepEqual(missingSections('(contract 4.2) (contract 4.9) Contract 12', contractSections), ['4.9', '12'])
  assert.deepEqual(missingModules('-- see core/gone.ts, core/failure.ts'), ['core/gone.ts'])
  assert.deepEqual(missingSources('`src/gone.ts` `src/app.ts` `test/surface/`'), ['src/gone.ts'])
})

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const page = readFileSync(new URL('../docs/webhooks.md', import.meta.url), 'utf8')
test('docs/webhooks.md has a row for each event', () => {
  const rows = [...page.matchAll(/^\| `(?<type>\w+\.\w+)` \|/gmu)].map(({ groups }) => groups?.type)
  assert.deepEqual(rows, [...webhookEventTypes, 'webhook.test'])
})

const example = /```js\n(?<code>[\s\S]*?)```/u.exec(page)?.groups?.code ?? assert.fail('the page has no example')

type Verify = (secret: string, headers: Record<string, string>, body: string, now: number) => unknown

test('the receiver of docs/webhooks.md takes what Longview signs, and nothing else', async () => {
  const { verify } = (await import(`data:text/javascript,${encodeURIComponent(example)}`)) as { verify: Verify }
  const at = new Date('2026-11-22T09:30:00.000Z')
  const body = '{"type":"webhook.test","data":{"message":"Größe"}}'
  const headers = signedHeaders({ id: 'msg_1', at, body }, ['whsec_b3RoZXIgc2VjcmV0IG9mIDI0IGJ5dGVz', SECRET])
  const now = at.getTime() + 299_000
  assert.deepEqual(verify(SECRET, headers, body, now), JSON.parse(body))
  assert.equal(verify(SECRET, headers, body, now + 2_000), null, 'it is too old')
  assert.equal(verify(SECRET, headers, `${body} `, now), null)
  assert.equal(verify(SECRET, { ...headers, 'webhook-id': 'msg_2' }, body, now), null)
  assert.equal(verify(SECRET, { ...headers, 'webhook-signature': 'v1,AAAA' }, body, now), null)
  assert.equal(verify('whsec_AAAA', headers, body, now), null)
  assert.equal(verify(SECRET, {}, body, now), null)
})
