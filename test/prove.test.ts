import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { spawnSync } from 'node:child_process'
import type { Part } from '../scripts/prove/part.ts'
import { parts } from '../scripts/prove/parts.ts'
import { planParts } from '../scripts/prove/plan.ts'
import { prove } from '../scripts/prove/prove.ts'
import { seededRandom } from './support/generated/random.ts'
import { temporaryFolder } from './support/files.ts'

const ROOT = resolve(import.meta.dirname, '..')

/** A program that prints this. */
const saying = (text: string, more: Partial<Part> = {}): Part => ({
  name: 'planted',
  how: 'a program says so',
  promises: ['R1'],
  args: () => ['--print', JSON.stringify(text)],
  seconds: 1,
  readings: [
    { promise: 'R1', what: 'lost', pattern: /(?<value>\d+) lost/u, goal: { most: 0 } },
    { promise: 'R1', what: 'kills', pattern: /(?<value>\d+) kills/u, goal: { least: 500 }, isExtent: true },
  ],
  ...more,
})

const proving = async (
  args: readonly string[],
  ...planted: readonly Part[]
): Promise<{ code: number; said: string }> => {
  let said = ''
  const code = await prove(args, planted, (text) => (said += text))
  return { code, said }
}

test('a figure that misses its number is MISSED, on the page and by the exit code', async (t) => {
  const page = join(await temporaryFolder(t), 'page.md')
  const missed = await proving(['--minutes', '1', '--out', page], saying('600 kills, 3 lost'))
  assert.equal(missed.code, 1)
  assert.match(missed.said, /^R1 +MISSED +planted: 3 lost \(at most 0\); 600 kills \(at least 500\)$/mu)
  const table = readFileSync(page, 'utf8')
  assert.match(table, /^\| S1 \| No input .* \| nothing tries it \| {2}\| not run \|$/mu)
  assert.match(table, /\| R1 \| No acknowledged .* \| a program says so \| 3 lost .* \| \*\*MISSED\*\* \|$/mu)
  assert.match(
    table,
    /^\d{4}-\d\d-\d\d \d\d:\d\d UTC, `npm run prove -- --minutes 1 .*`, seed \d+, commit .*, \d+ cores, /mu,
  )

  const kept = await proving(['--minutes', '1', '--out', page], saying('600 kills, 0 lost'))
  assert.equal(kept.code, 0)
  assert.match(kept.said, /^R1 +kept +planted: 0 lost \(at most 0\); 600 kills \(at least 500\)$/mu)
})

test('a figure that is not there, a program that fails, and a test that fails are MISSED', async (t) => {
  const silent = await proving(['--minutes', '1', '--only', 'R1'], saying('600 kills'))
  assert.equal(silent.code, 1)
  assert.match(silent.said, /MISSED +planted: no lost \(at most 0\)/u)
  const failing = await proving(
    ['--minutes', '1', '--only', 'planted'],
    saying('', { args: () => ['--eval', 'console.log("600 kills, 0 lost"); process.exitCode = 3'] }),
  )
  assert.equal(failing.code, 1)
  assert.match(failing.said, /MISSED +planted: 0 lost \(at most 0\); .*; ended with 3$/mu)
  assert.match(failing.said, /^600 kills, 0 lost$/mu, 'what it said is shown')
  const folder = await temporaryFolder(t)
  const file = join(folder, 'a.test.js')
  const { code, said } = await proving(
    ['--minutes', '1', '--only', 'planted'],
    saying('', {
      readings: [],
      args: () => [
        '--eval',
        `console.log('# pass 3\\n# fail 1\\n# cancelled 0 in ${file.length}'); process.exitCode = 1`,
      ],
    }),
  )
  assert.equal(code, 1)
  assert.match(said, /MISSED +planted: 3 tests passed, 1 failed; ended with 1$/mu)
})

test('fewer tries than the number asks for, and what cannot run here, are told and are no failure', async () => {
  const few = await proving(['--minutes', '1', '--only', 'R1'], saying('40 kills, 0 lost'))
  assert.deepEqual([few.code, /kept so far +planted: 0 lost/u.test(few.said)], [0, true])
  const missing = await proving(['--minutes', '1', '--only', 'R1'], saying('', { missing: () => 'strace is missing' }))
  assert.deepEqual([missing.code, /not run +planted: strace is missing/u.test(missing.said)], [0, true])
  const said = await proving(['--minutes', '1', '--only', 'R1'], saying('# not run: PgBouncer', { readings: [] }))
  assert.deepEqual([said.code, /not run +planted: PgBouncer/u.test(said.said)], [0, true])
})

test('wrong arguments are answered with how it is used', async () => {
  for (const args of [
    [],
    ['--minutes', '0'],
    ['--minutes', '2', '--only', 'R99'],
    ['--minutes', '2', '--seed', 'x'],
    ['--all'],
  ]) {
    const { code, said } = await proving(args, saying('0 lost, 500 kills'))
    assert.deepEqual([code, said.startsWith('npm run prove -- --minutes N')], [2, true], args.join(' '))
  }
})

const plan = (minutes: number, ...given: Part[]) => planParts(given, { minutes, random: seededRandom(1) })

test('the minutes are divided: what does not fit is left out, and what can grow gets the rest', () => {
  const growing = saying('', {
    name: 'growing',
    growth: { budgets: ['serverKills', 'ingestKills'], secondsEach: 2, most: 500 },
  })
  const [short] = plan(1, growing).planned
  assert.deepEqual(short?.budgets, { serverKills: 62, ingestKills: 62 })
  assert.equal(plan(60, growing).planned[0]?.budgets.serverKills, 500)
  const long = Array.from({ length: 10 }, (_, index) => saying('', { name: `part ${index}`, seconds: 60 }))
  const { planned, leftOut } = plan(2, ...long)
  assert.deepEqual([planned.length, leftOut.length], [4, 6])
  assert.match(leftOut[0]?.why ?? '', /^2 minutes are not enough/u)
})

test('every part names tests that are there, and figures of its own promises', () => {
  assert.equal(new Set(parts.map(({ name }) => name)).size, parts.length)
  for (const { name, args, readings = [], promises: own } of parts) {
    const given = args(60)
    const files = given.filter((argument) => /^[^-].*\.(?:test\.)?ts$/u.test(argument))
    assert.ok(files.length > 0, name)
    for (const file of files) assert.ok(globSync(file, { cwd: ROOT }).length > 0, `${name}: ${file}`)
    for (const { promise, pattern } of readings) {
      assert.ok(own.includes(promise), `${name} reads a figure of ${promise}`)
      assert.match(pattern.source, /\(\?<value>/u)
    }
  }
})

const budgetOf = (raised: string) => {
  const code = `import { budget } from './test/support/budgets.ts'; console.log(budget('serverKills'))`
  const env = { PATH: process.env.PATH, TEST_DEPTH: 'quick', TEST_BUDGETS: raised }
  return spawnSync(process.execPath, ['--input-type=module', '--eval', code], { cwd: ROOT, env, encoding: 'utf8' })
}

test('a run may raise budgets and never lower them', () => {
  assert.equal(budgetOf('serverKills=500,sendingKills=9').stdout, '500\n')
  for (const wrong of ['serverKills=1', 'noSuchBudget=5', 'serverKills=', 'serverKills=5x'])
    assert.match(budgetOf(wrong).stderr, /TEST_BUDGETS raises budgets, such as serverKills=500/u, wrong)
})
