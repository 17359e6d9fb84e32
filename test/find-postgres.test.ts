import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { findPostgres } from '../scripts/tests/find-postgres.ts'
import { temporaryFolder } from './support/files.ts'

const install = async (folder: string, version: string, programs: readonly string[]): Promise<void> => {
  await mkdir(join(folder, version, 'bin'), { recursive: true })
  for (const program of programs) await writeFile(join(folder, version, 'bin', program), '')
}

test('servers of the system are found by their programs, and versions without one are named', async (t) => {
  const folder = await temporaryFolder(t)
  await install(folder, '15', ['initdb', 'postgres', 'psql'])
  await install(folder, '9.6', ['initdb', 'postgres'])
  await install(folder, '16', ['psql'])
  const { found, missing } = findPostgres(folder)
  assert.deepEqual(found, [
    { name: 'PostgreSQL 9.6', bin: join(folder, '9.6', 'bin') },
    { name: 'PostgreSQL 15', bin: join(folder, '15', 'bin') },
  ])
  assert.deepEqual(missing, ['PostgreSQL 16', 'PostgreSQL 17'])
  assert.deepEqual(findPostgres(join(folder, 'nowhere')), {
    found: [],
    missing: ['PostgreSQL 15', 'PostgreSQL 16', 'PostgreSQL 17'],
  })
})
