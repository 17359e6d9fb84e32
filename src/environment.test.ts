import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../test/support/files.ts'
import { configErrors, type TestEnvironment } from '../test/support/config.ts'
import { readConfig } from './config.ts'

test('a variable may be read from the file that its `_FILE` variable names, without the white space at its end', async (t) => {
  const file = join(await temporaryFolder(t), 'smtp')
  await writeFile(file, 'smtp://user:word@mail.example.org\n')
  const config = readConfig({ SMTP_URL_FILE: file, MAIL_FROM: 'papers@example.org' })
  assert.equal(config.smtpUrl, 'smtp://user:word@mail.example.org')
})

test('every variable has a `_FILE` variable', async (t) => {
  const folder = await temporaryFolder(t)
  const given = {
    HOST: '::1',
    PORT: '9000',
    DATABASE_URL: 'postgres://pooler/papers',
    DATABASE_POOLER: 'transaction',
    DATABASE_DIRECT_URL: 'postgres://db/papers',
    DATABASE_REPLICA_URL: 'postgres://standby/papers',
    PUBLIC_URL: 'https://example.org',
    HOUSE_NAME: 'H',
    SMTP_URL: 'smtp://mail.example.org',
    MAIL_FROM: 'a@example.org',
    RESEARCH_TEAM_EMAIL: 'b@example.org',
    OUTBOUND_ALLOW: 'http://127.0.0.1:8081',
    HTTPS_PROXY: 'http://proxy.internal:3128',
    TRUSTED_PROXIES: '10.0.0.1',
    LOG_LEVEL: 'warn',
    STARTER_CORPUS: 'off',
  }
  const files: TestEnvironment = {}
  for (const [name, value] of Object.entries(given)) {
    files[`${name}_FILE`] = join(folder, name)
    await writeFile(join(folder, name), `${value}\n`)
  }
  assert.deepEqual(readConfig(files), readConfig(given))
})

test('an empty file is as good as none: no host of it opens the service to every network', async (t) => {
  const file = join(await temporaryFolder(t), 'empty')
  await writeFile(file, '\n')
  assert.deepEqual(readConfig({ HOST_FILE: file, PUBLIC_URL_FILE: file, DATABASE_URL_FILE: file }), readConfig({}))
})

test('a file that cannot be read is named, a folder like a missing one', async (t) => {
  const folder = await temporaryFolder(t)
  assert.deepEqual(configErrors({ SMTP_URL_FILE: folder }), [
    'SMTP_URL_FILE names a file that cannot be read (EISDIR)',
    'MAIL_FROM is required with SMTP_URL: the address that emails come from',
  ])
})
