import assert from 'node:assert/strict'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { migrations } from '#store/sqlite/migrate.ts'
import { isRelease, missingFixtures, releasedVersions } from '../scripts/fixture/released-versions.ts'

// No version is released without the corpus that shows whether its databases can be upgraded.

const FIXTURES = resolve(import.meta.dirname, 'fixtures')
const changelog = readFileSync(resolve(import.meta.dirname, '../CHANGELOG.md'), 'utf8')

/** A migration that the corpus of a release was made without. */
const lacking = (names: readonly string[], made: readonly string[]): string[] =>
  names.filter((name) => !made.includes(name))

test('every released version has its fixture: "npm run fixture" makes it', () => {
  assert.ok(releasedVersions(changelog).length >= 2)
  assert.deepEqual(
    missingFixtures(changelog, (path) => existsSync(join(FIXTURES, path))),
    [],
  )
})

test('the fixture of a version that is being released was made by that version, and none is large', () => {
  const [newest = ''] = releasedVersions(changelog)
  const { migrations: made } = JSON.parse(readFileSync(join(FIXTURES, newest, 'expected.json'), 'utf8')) as {
    migrations: string[]
  }
  const now = migrations().map(({ name }) => name)
  if (isRelease(changelog)) assert.deepEqual(lacking(now, made), [])
  for (const version of releasedVersions(changelog))
    for (const file of ['sqlite.db.br', 'postgres.sql.br'])
      assert.ok(statSync(join(FIXTURES, version, file)).size < 500_000, `${version}/${file}`)
})

test('a release without a fixture, or with one that is older, is caught', () => {
  const older = '## [0.2.0] - 2026-01-01\n\n- All.\n'
  const released = `## [Unreleased]\n\n## [9.0.0] - 2027-01-01\n\n- New.\n\n${older}`
  const has = (...missing: string[]) => missingFixtures(released, (path) => !missing.includes(path))
  assert.deepEqual(has(), [])
  assert.deepEqual(has('9.0.0/postgres.sql.br', '9.0.0/answers.json.br', '0.2.0/answers.json.br'), [
    '9.0.0/postgres.sql.br',
    '9.0.0/answers.json.br',
  ])
  assert.equal(missingFixtures(released, () => false).length, 7)
  assert.deepEqual([isRelease(released), isRelease(`## [Unreleased]\n\n- New.\n\n${older}`)], [true, false])
  assert.deepEqual(lacking(['a', 'b'], ['a']), ['b'])
})
