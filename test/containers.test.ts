import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'

// The compose files and the Containerfile say what configuration and image need; test/dist/containers.dist-test.ts runs them.

const ROOT = resolve(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

const containerfile = read('Containerfile')
const compose = read('compose.yaml')
const withPostgres = read('compose.postgres.yaml')

/** Variables of configuration.md: those of its table, in the first column. */
const documented = read('docs/configuration.md')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .flatMap((line) => (line.split('|')[1] ?? '').match(/(?<=`)[A-Z_]+(?=`)/gu) ?? [])

/** What the image and the two compose files decide. */
const DECIDED = ['HOST', 'PORT', 'DATABASE_URL', 'SECRET_KEY']
/** What serves a PostgreSQL elsewhere, for which operators write a file of their own; only a replica is offered. */
const OF_OTHER_DATABASES = ['DATABASE_POOLER', 'DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL']

test('compose.yaml passes on every variable of configuration.md, in the order of the alphabet', () => {
  assert.ok(documented.length > 35, `only ${documented.length} variables were seen`)
  const passed = [...compose.matchAll(/^ {6}(?<name>[A-Z_]+):$/gmu)].map(({ groups }) => groups?.name ?? '')
  const expected = documented.filter((name) => ![...DECIDED, ...OF_OTHER_DATABASES, 'PUBLIC_URL'].includes(name))
  assert.deepEqual(passed, expected.toSorted())
  assert.match(compose, /^ {6}PUBLIC_URL: \$\{PUBLIC_URL:-http:\/\/127\.0\.0\.1:8080\}$/mu)
  assert.match(containerfile, /^ENV HOST=0\.0\.0\.0 PORT=8080 /mu)
  for (const name of ['DATABASE_URL_FILE: /run/secrets/database-url', 'SECRET_KEY_FILE: /run/secrets/secret-key'])
    assert.ok(withPostgres.includes(`      ${name}\n`), name)
})

test('the image and compose.yaml check health in the same way', () => {
  const inImage = /^HEALTHCHECK [^\n]+\\\n +CMD (?<check>.+)$/mu.exec(containerfile)?.groups?.check ?? 'none'
  const inCompose = /^ {6}test: >-\n +(?<check>.+)$/mu.exec(compose)?.groups?.check
  assert.equal(inCompose, inImage)
})
