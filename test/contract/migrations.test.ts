import assert from 'node:assert/strict'
import { test } from 'node:test'
import { migrations as postgresMigrations } from '#store/postgres/migrate.ts'
import { migrations as sqliteMigrations } from '#store/sqlite/migrate.ts'

const named = (steps: { number: number; name: string }[]) => steps.map(({ number, name }) => ({ number, name }))

const tables = (steps: { sql: string }[]): string[] =>
  steps
    .flatMap(({ sql }) => [...sql.matchAll(/CREATE (?:VIRTUAL )?TABLE (\w+)/gu)].map((match) => match[1] ?? ''))
    .toSorted()

test('both engines have the same numbered steps', () => {
  assert.ok(sqliteMigrations().length >= 4)
  assert.deepEqual(named(postgresMigrations()), named(sqliteMigrations()))
})

test('both engines have the same tables', () => {
  assert.ok(tables(sqliteMigrations()).length > 15)
  assert.deepEqual(tables(postgresMigrations()), tables(sqliteMigrations()))
})
