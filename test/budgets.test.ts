import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, matchesGlob, resolve } from 'node:path'
import { test } from 'node:test'
import { budgets } from './support/budgets.ts'
import { filesWithDepth } from './support/source-tree/files-with-depth.ts'

// The depth of the tests does not fall from release to release, and nothing is asserted that neither `npm test` nor
// `npm run test:thorough` reaches.

const ROOT = resolve(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

type Figures = Record<string, { quick: number; thorough: number }>

const packageJson = JSON.parse(read('package.json')) as { version: string; scripts: Record<string, string> }

/** Budgets that are smaller than those of a release, or gone. */
const fallen = (now: Figures, released: Figures): string[] =>
  Object.entries(released).flatMap(([name, before]) =>
    (['quick', 'thorough'] as const).flatMap((depth) => {
      const value = now[name]?.[depth]
      return value !== undefined && value >= before[depth] ? [] : [`${name}, ${depth}: ${before[depth]} -> ${value}`]
    }),
  )

test('no budget is smaller than that of the last release', () => {
  const released = JSON.parse(read(`test/fixtures/budgets-${packageJson.version}.json`)) as Figures
  assert.ok(Object.keys(released).length > 25)
  assert.deepEqual(fallen(budgets, released), [])
})

test('a budget that fell or is gone is caught', () => {
  const released = { kills: { quick: 3, thorough: 40 }, questions: { quick: 80, thorough: 300 } }
  assert.deepEqual(fallen(released, released), [])
  assert.deepEqual(fallen({ kills: { quick: 4, thorough: 39 } }, released), [
    'kills, thorough: 40 -> 39',
    'questions, quick: 80 -> undefined',
    'questions, thorough: 300 -> undefined',
  ])
})

test('a thorough budget is at least as large as the quick one, and each is used', () => {
  const files = globSync('{src,test}/**/*.ts', { cwd: ROOT }).map((path) => path.replaceAll('\\', '/'))
  const uses = files.filter((path) => path !== 'test/support/budgets.ts').map(read)
  for (const [name, { quick, thorough }] of Object.entries(budgets)) {
    assert.ok(thorough >= quick, name)
    assert.ok(
      uses.some((text) => text.includes(`'${name}'`)),
      `${name} is not used`,
    )
  }
})

/** Where the machine is concerned and no assertion: programs, folders, sockets, and pictures for a person to look at. */
const SURROUNDINGS = new Set(
  'CHROME_PATH HOME LONGVIEW_KEY NODE_COMPILE_CACHE NOTIFY_SOCKET PATH SCREENSHOTS TEST_POSTGRES_BIN TMPDIR TZ'.split(
    ' ',
  ),
)
const SWITCHES = new Map([
  ['TEST_DEPTH', 'test/support/budgets.ts'],
  ['TEST_BUDGETS', 'test/support/budgets.ts'],
  ['TEST_SEED', 'test/support/generated/random.ts'],
])

const READ =
  /process\.env(?:\.(?<dotted>\w+)|\[\s*'(?<quoted>\w+)'\s*\])|\{ (?<taken>\w+)[^}]*\} = process\.env\b|(?<whole>process\.env)\b/gu

/**
 * What could keep an assertion from both runs: an environment variable, a number that is not a budget, a budget compared with a
 * number that neither run reaches, a test that is skipped.
 */
const outsideOfBothGears = (path: string, text: string): string[] => {
  const complaints = [...text.matchAll(READ)].flatMap(({ groups }) => {
    const name = groups?.dotted ?? groups?.quoted ?? groups?.taken ?? null
    // Code that starts programs passes its environment on.
    if (name === null) return path.endsWith('.test.ts') ? [`${path} reads all of process.env`] : []
    return SURROUNDINGS.has(name) || SWITCHES.get(name) === path ? [] : [`${path} reads ${name}`]
  })
  if (/\bnumRuns: [\d_]+/u.test(text)) complaints.push(`${path} has a number of runs that is not a budget`)
  const named = [...text.matchAll(/\b(?:const|let) \[?(?<name>\w+)[^=\n]*= \[?budget\(/gu)].map(
    ({ groups }) => groups?.name,
  )
  for (const compared of ["budget\\('\\w+'\\)", ...named])
    if (new RegExp(`(?<![\\w.])${compared} (?:[<>]=?|[!=]==) [\\d_]+\\b`, 'u').test(text))
      complaints.push(`${path} compares a budget with a number: use isThorough`)
  if (
    /\b(?:test|it|suite|describe|t)\.(?:skip|todo|only)\(|\b(?:test|it|suite|describe)\([^(]*\{[^{}\n]*\b(?:skip|todo|only):/u.test(
      text,
    )
  )
    complaints.push(`${path} leaves a test out`)
  return complaints
}

test('no assertion depends on what neither gear sets', () => {
  const files = globSync(['test/**/*.ts', 'src/**/*.test.ts'], { cwd: ROOT }).map((path) => path.replaceAll('\\', '/'))
  assert.ok(files.length > 300, `only ${files.length} files were seen`)
  const others = files.filter((path) => path !== 'test/budgets.test.ts')
  assert.deepEqual(
    others.flatMap((path) => outsideOfBothGears(path, read(path))),
    [],
  )
})

const caught = (...lines: string[]): string[] => outsideOfBothGears('test/a.test.ts', lines.join('\n'))

test('an assertion under a switch of its own, or from a number on that no gear reaches, is caught', () => {
  assert.deepEqual(caught('if (process.env.LONG_RUN) assert.ok(all)'), ['test/a.test.ts reads LONG_RUN'])
  assert.deepEqual(caught("const runs = process.env['FUZZ_RUNS'] ?? 200"), ['test/a.test.ts reads FUZZ_RUNS'])
  assert.deepEqual(caught("const isDeep = process.env.TEST_DEPTH === 'deep'"), ['test/a.test.ts reads TEST_DEPTH'])
  assert.deepEqual(caught('const { LONG_RUN } = process.env'), ['test/a.test.ts reads LONG_RUN'])
  assert.deepEqual(caught('const given = process.env'), ['test/a.test.ts reads all of process.env'])
  assert.deepEqual(caught('fc.assert(property, { numRuns: 4_000 })').length, 1)
  assert.deepEqual(caught("const RUNS = budget('toolCalls')", 'if (RUNS >= 4_000) assert.ok(all)').length, 1)
  assert.deepEqual(caught("const [runs, seed] = [budget('toolCalls'), 1]", 'assert.ok(runs < 9 || all)').length, 1)
  assert.deepEqual(caught("if (budget('toolCalls') > 4_000) assert.ok(all)").length, 1)
  assert.deepEqual(caught("test.skip('all', () => {})").length, 1)
  assert.deepEqual(caught("test('all', { skip: isBusy }, () => {})").length, 1)
  assert.deepEqual(caught("const RUNS = budget('toolCalls')", 'if (isThorough) assert.ok(seen > RUNS / 2)'), [])
})

/** Test files that `npm test` does not run. */
const strays = (paths: readonly string[]): string[] => {
  const patterns = [...(packageJson.scripts['test:all'] ?? '').matchAll(/"(?<pattern>[^"]+)"/gu)].map(
    ({ groups }) => groups?.pattern ?? '',
  )
  return paths.filter((path) => !patterns.some((pattern) => matchesGlob(path, pattern)))
}

test('npm test runs every test file, and test:thorough every one that has depth', () => {
  const named = globSync('**/*.test.{ts,js,mts,mjs,cts,cjs}', {
    cwd: ROOT,
    exclude: ['**/node_modules/**', '**/dist/**', 'data/**'],
  }).map((path) => path.replaceAll('\\', '/'))
  assert.ok(named.length > 250, `only ${named.length} test files were seen`)
  assert.deepEqual(strays(named), [])
  assert.deepEqual(strays(['clients/a.test.ts', 'src/a.test.js', 'test/a/b.test.ts']), [
    'clients/a.test.ts',
    'src/a.test.js',
  ])
  assert.equal(packageJson.scripts.test?.includes('test:all'), true)

  const deep = filesWithDepth(ROOT)
  for (const path of ['test/fault/crash.test.ts', 'test/browser/pages.test.ts', 'src/core/text/normalize-text.test.ts'])
    assert.ok(deep.includes(path), `${path} reads budgets, itself or by what it imports`)
  assert.ok(!deep.includes('test/docs.test.ts'))
})
