import assert from 'node:assert/strict'
import { test } from 'node:test'
import { receiveEmail } from '#jobs/bounces.ts'
import { parseEmail } from '#mail/incoming/parse-email.ts'
import { addressed, sampleBounces } from '../support/mail/read-email.ts'
import { openEmailQueue, putSubscribers } from '../support/mail/mailings.ts'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { assertRefused } from '../support/process/longview-process.ts'
import { processCorpus } from '../support/process/process-corpus.ts'

const EXPECTED: Record<string, { counted: boolean; suppressed: boolean; state: string }> = {
  hard: { counted: true, suppressed: true, state: 'bounced' },
  soft: { counted: true, suppressed: false, state: 'active' },
  complaint: { counted: true, suppressed: true, state: 'complained' },
  unsubscribe: { counted: true, suppressed: false, state: 'unsubscribed' },
  notice: { counted: false, suppressed: false, state: 'active' },
  'auto-reply': { counted: false, suppressed: false, state: 'active' },
  other: { counted: false, suppressed: false, state: 'active' },
}

test('bounces of servers and providers are classified, and count for their subscriber once, and never when forged', async (t) => {
  const { store, run, clock } = await openEmailQueue(t)
  const secret = await store.private.secret()
  const receive = receiveEmail({ run, secret, parseEmail })
  const samples = sampleBounces()
  assert.ok(samples.length >= 40, `${samples.length} samples`)
  const emails = samples.map((_, index) => `reader${index}@reader.example`)
  await putSubscribers(store, emails, { at: clock.now().toISOString() })
  const subscriber = (index: number) => store.private.subscribers.findByEmail(emails[index] ?? '')
  const idOf = async (index: number): Promise<string> => (await subscriber(index))?.id ?? ''

  // With the tokens of another corpus none of them belongs to a subscriber.
  const other = Buffer.alloc(32, 1)
  for (const [index, { kind, name, text }] of samples.entries()) {
    const forged = addressed(text, other, await idOf(index), 'u')
    const { counted, kind: found } = await receive(forged, null)
    assert.equal(counted, false, name)
    // Who wrote to an address that is none did not ask to leave.
    if (kind !== 'unsubscribe') assert.equal(found, kind, name)
  }
  assert.equal((await store.private.subscribers.counts()).active, samples.length)

  for (const [index, { kind, name, text }] of samples.entries()) {
    const { state, ...changes } = EXPECTED[kind] ?? assert.fail(kind)
    const raw = addressed(text, secret, await idOf(index), 'u')
    assert.deepEqual(await receive(raw, null), { kind, ...changes }, name)
    assert.equal((await subscriber(index))?.state, state, name)
    if (kind === 'unsubscribe') continue
    assert.deepEqual(await receive(raw, null), { kind, counted: false, suppressed: false }, `${name}, once more`)
  }
})

const NO_KINDS = { hard: 0, soft: 0, complaint: 0, unsubscribe: 0, notice: 0, 'auto-reply': 0, other: 0 }

test('the new emails of a maildir are taken in once, and lie in cur afterwards', async (t) => {
  const corpus = await processCorpus(t)
  const folder = join(corpus.folder, 'maildir')
  const bounces = (...args: string[]) => corpus.run('mail', 'bounces', ...args, '--json')
  assertRefused(await bounces('--maildir', folder), /is not a maildir: it has no folders new and cur/u)
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
    [['--maildir', folder, '--imap', 'imaps://a@b'], /Give only one of --maildir and --imap/u],
    [['--imap', 'imaps://ada:word@mail.example'], /Put the password in BOUNCE_IMAP_PASSWORD/u],
    [['--imap', 'https://ada@mail.example'], /An IMAP address looks like imaps:/u],
    [['--imap', 'imaps://ada@mail.example'], /BOUNCE_IMAP_PASSWORD or BOUNCE_IMAP_PASSWORD_FILE is required/u],
  ] as const)
    assertRefused(await bounces(...args), words)
})
