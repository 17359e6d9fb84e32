import assert from 'node:assert/strict'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { addressed, sampleBounces } from '../../support/mail/bounces.ts'
import { assertRefused } from '../../support/process/command-line.ts'
import { processCorpus } from '../../support/process/process-corpus.ts'

const NO_KINDS = { hard: 0, soft: 0, complaint: 0, unsubscribe: 0, notice: 0, 'auto-reply': 0, other: 0 }

test('the new emails of a maildir are taken in once, and lie in cur afterwards', async (t) => {
  const corpus = await processCorpus(t)
  const folder = join(corpus.folder, 'maildir')
  const bounces = (...args: string[]) => corpus.run('mail', 'bounces', ...args, '--json')
  assertRefused(await bounces('--maildir', folder), /is no maildir: it has no folders new and cur/u)
  for (const name of ['new', 'cur', 'tmp']) await mkdir(join(folder, name), { recursive: true })

  assert.equal((await corpus.run('migrate')).code, 0)
  const secret = corpus.inspect((database) => {
    const at = '2026-01-01T00:00:00.000Z'
    database
      .prepare(
        "INSERT INTO subscribers (id, email, email_key, state, created_at, updated_at) VALUES ('s_ada', 'ada@reader.example', 'ada@reader.example', 'active', ?, ?)",
      )
      .run(at, at)
    return (database.prepare('SELECT secret FROM corpus').get() as { secret: Buffer }).secret
  })
  const deliver = async (sample: string, as: string): Promise<void> => {
    const { text } = sampleBounces().find(({ name }) => name.endsWith(`/${sample}.eml`)) ?? assert.fail(sample)
    await writeFile(join(folder, 'new', as), addressed(text, secret, 's_ada', 'u'))
  }
  await deliver('postfix-delayed', '1.a')
  await deliver('sendmail-8', '2.b')
  await deliver('sendmail-8', '3.c')
  await writeFile(join(folder, 'new', '4.d'), 'X: y\n'.repeat(200_000))
  const first = await bounces('--maildir', folder)
  assert.deepEqual(JSON.parse(first.stdout), {
    read: 4,
    counted: 1,
    suppressed: 1,
    kinds: { ...NO_KINDS, hard: 2, notice: 1, other: 1 },
  })
  assert.deepEqual(await readdir(join(folder, 'new')), [])
  assert.deepEqual((await readdir(join(folder, 'cur'))).toSorted(), ['1.a:2,S', '2.b:2,S', '3.c:2,S', '4.d:2,S'])
  assert.deepEqual(JSON.parse((await bounces('--maildir', folder)).stdout), {
    read: 0,
    counted: 0,
    suppressed: 0,
    kinds: NO_KINDS,
  })

  const counted = JSON.parse((await corpus.run('subscribers', 'count', '--json')).stdout) as unknown
  assert.deepEqual(counted, {
    pending: 0,
    active: 0,
    unsubscribed: 0,
    bounced: 1,
    complained: 0,
    suppressed: { bounce: 1, complaint: 0 },
  })
  const lifted = await corpus.run('subscribers', 'lift', 'ada@reader.example', '--json')
  assert.equal(lifted.stdout, '{"lifted":"bounce"}\n')
  assertRefused(await corpus.run('subscribers', 'lift', 'ada@reader.example'), /This address is not suppressed/u)

  for (const [args, words] of [
    [['--maildir', folder, '--imap', 'imaps://a@b'], /Give one of --maildir and --imap/u],
    [['--imap', 'imaps://ada:word@mail.example'], /Put the password in BOUNCE_IMAP_PASSWORD/u],
    [['--imap', 'https://ada@mail.example'], /An IMAP address reads like imaps:/u],
    [['--imap', 'imaps://ada@mail.example'], /BOUNCE_IMAP_PASSWORD or BOUNCE_IMAP_PASSWORD_FILE is required/u],
  ] as const)
    assertRefused(await bounces(...args), words)
})
