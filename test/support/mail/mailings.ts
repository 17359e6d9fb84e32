import { publishBrief } from '#actions/editorial/briefs.ts'
import type { RunAction } from '#actions/run-action.ts'
import type { Subscriber } from '#core/mail/subscriber.ts'
import type { Store } from '#ports/store/store.ts'
import { join } from 'node:path'
import type { Email } from '#core/mail/email.ts'
import type { Log } from '#ports/runtime.ts'
import { openSqliteStore } from '#store/sqlite/open-sqlite-store.ts'
import { testRunner, fakeClock, type FakeClock } from '../ports.ts'
import { temporaryFolder, type Ending } from '../files.ts'

export const BRIEF = '2026-w47'

/** A published brief, without any paper. */
export const publishSampleBrief = async (run: RunAction, words: Partial<{ summary: string; take: string }> = {}) => {
  const texts = { title: 'What checkpoints cost', summary: 'Two papers measure it.', take: 'Measure first.', ...words }
  const brief = { id: BRIEF, week: { year: 2026, week: 47 }, ...texts, featured: [] }
  return run(publishBrief, { brief, actor: 'test' })
}

const subscriberOf = (email: string, state: Subscriber['state']): Subscriber => ({
  id: `s_${email.replaceAll(/\W/gu, '-')}`,
  email,
  name: null,
  state,
  confirmHash: null,
  confirmExpiresAt: null,
  wantsBrief: true,
})

/** Stores subscribers in a state that they have from an instant on. */
export const putSubscribers = (
  store: Store,
  emails: readonly string[],
  { at, state = 'active' }: { at: string; state?: Subscriber['state'] },
): Promise<void> =>
  store.transact(async (tx) => {
    for (const email of emails) await tx.subscribers.put(subscriberOf(email, state), at)
  })

/** Addresses `reader1@`, `reader2@` and so on. */
export const readers = (count: number, domain = 'example.org'): string[] =>
  Array.from({ length: count }, (_, index) => `reader${index + 1}@${domain}`)

const silent = (): void => {}
const silentLog: Log = { debug: silent, info: silent, warn: silent, error: silent }

export type EmailQueue = {
  path: string
  store: Store
  clock: FakeClock
  run: RunAction
  /** The same corpus, opened once more as another process would. */
  openAgain(): Promise<Store>
  /** Puts emails into the outbox: to these addresses, null for the research team. Gives their Message-IDs. */
  add(...to: (string | null)[]): Promise<string[]>
}

const emailTo = (to: string | null, number: number): Email => ({
  messageId: `<email-${number}@library.example>`,
  kind: to === null ? 'contact' : 'confirmation',
  to,
  replyTo: null,
  subject: `Email ${number}`,
  text: `This is email ${number}.\n`,
  headers: {},
})

/** A corpus of the test's own, for what happens between its outbox and the mail server. */
export const openEmailQueue = async (t: Ending): Promise<EmailQueue> => {
  const path = join(await temporaryFolder(t), 'corpus.db')
  const clock = fakeClock()
  const open = async (): Promise<Store> => {
    const store = await openSqliteStore(path, { clock, log: silentLog })
    t.after(() => store.close())
    return store
  }
  const store = await open()
  let count = 0
  return {
    path,
    store,
    clock,
    run: await testRunner({ store, clock }),
    openAgain: open,
    add: async (...to) => {
      const emails = to.map((address) => emailTo(address, (count += 1)))
      const at = clock.now().toISOString()
      for (const email of emails) await store.transact((tx) => tx.outbox.add(email, at))
      return emails.map(({ messageId }) => messageId)
    },
  }
}
