import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { test } from 'node:test'
import { resolverOnce } from './resolve-once.ts'

const IMPORT = /^(?:import|export)\s[^'"]*?from\s*['"](?<name>[^'"\n]+)['"]/gmu
const context = (parentURL: string, kind: 'import' | 'require') => ({
  conditions: ['node', kind],
  importAttributes: {},
  parentURL,
})

const filesBelow = (folder: URL): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.d)\.[jt]s$/u.test(name))
    .map((name) => new URL(name, folder).href)

test('every import line of ours and of the largest package means what Node finds', () => {
  const resolve = resolverOnce()
  const kysely = new URL('./', import.meta.resolve('kysely'))
  const files = [...filesBelow(new URL('./http/corpus-api/', import.meta.url)), ...filesBelow(kysely)]
  let lines = 0
  const asked: string[] = []
  for (const parent of files)
    for (const { groups } of readFileSync(new URL(parent), 'utf8').matchAll(IMPORT)) {
      const { name = '' } = groups ?? {}
      const require = createRequire(parent)
      const byNode = (specifier: string): string =>
        specifier.startsWith('node:') ? specifier : pathToFileURL(require.resolve(specifier)).href
      lines += 1
      const { url } = resolve(name, context(parent, 'import'), (specifier) => {
        if (!parent.startsWith(kysely.href)) asked.push(specifier)
        return { url: byNode(specifier) }
      })
      assert.equal(url, byNode(name), `${name} in ${parent}`)
    }
  assert.ok(lines > 800, `${lines} lines`)
  assert.deepEqual(asked.toSorted(), [...new Set(asked)].toSorted())
  assert.ok(asked.includes('#core/failure.ts') && asked.length < 100, `Node was asked ${asked.length} times`)
})

test('what is required, and names in files of others, are left to Node', () => {
  const resolve = resolverOnce()
  const asked: string[] = []
  const next = (specifier: string) => {
    asked.push(specifier)
    return { url: `file:///${asked.length}` }
  }
  for (let time = 0; time < 2; time += 1) {
    resolve('./a.js', context(import.meta.url, 'require'), next)
    resolve('b', context('file:///elsewhere/c.js', 'import'), next)
    resolve('./folder', context('file:///elsewhere/c.js', 'import'), next)
  }
  assert.deepEqual(asked, ['./a.js', 'b', './folder', './a.js', 'b', './folder'])
})
