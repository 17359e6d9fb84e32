import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'

// The program speaks of no subject: what one library is about stands in its settings, and that of the example in `starter/`.

const ROOT = resolve(import.meta.dirname, '..')

/** Words of the example corpus, as prose has them. Names on the wire, columns and fields are written together, or stand alone. */
const SUBJECT =
  /\b[Ll]ong[- ][Hh]orizons?\b|\b[Ee]nterprises\b|\bEnterprise\b|\benterprise (?:score|use|setting|agent)s?\b|\bAI agents?\b/gu

/** Names that scripts and addresses have. */
const NAMES = ["'long-horizon'", '--min-long-horizon']

/** Files about words of every subject, and about texts that address a machine, which is a matter of security. */
const EXEMPT = new Set(['src/core/text/plain-words.ts', 'src/core/text/instruction-like.ts'])

type File = { path: string; text: string }

const subjectWords = (files: readonly File[]): string[] =>
  files
    .filter(({ path }) => !EXEMPT.has(path))
    .flatMap(({ path, text }) => {
      const plain = NAMES.reduce((rest, name) => rest.replaceAll(name, ''), text)
      return [...plain.matchAll(SUBJECT)].map(([word]) => `${path}: ${word}`)
    })

const programFiles = (): File[] =>
  globSync('{src,public}/**/*.{ts,js,css,svg,sql}', { cwd: ROOT })
    // Migrations keep the words that older libraries had.
    .filter((path) => !path.endsWith('.test.ts') && !path.includes('/migrations/'))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))

test('no page, email, description, example or comment of the program speaks of the subject of the example corpus', () => {
  const files = programFiles()
  assert.ok(files.length > 800)
  assert.deepEqual(subjectWords(files), [])
})

test('a planted word of the subject is found', () => {
  const planted = [
    "title: 'Highest long-horizon score'",
    'research on AI agents that work over long horizons',
    '// Long horizon',
    'and on their use in enterprises',
    '<legend>Enterprise score</legend>',
    'the enterprise score',
  ]
  for (const text of planted) assert.notDeepEqual(subjectWords([{ path: 'src/http/page.ts', text }]), [], text)
  const names = "order === 'long-horizon' || paper.enterprise > 0 || given.longHorizonScore // --min-long-horizon"
  assert.deepEqual(subjectWords([{ path: 'src/http/page.ts', text: names }]), [])
})
