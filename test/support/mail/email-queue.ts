import { join } from 'node:path'
import type { RunAction } from '#actions/run-action.ts'
import type { Email } from '#core/mail/email.ts'
import type { Log } from '#ports/log.ts'
import type { Store } from '#ports/store/store.ts'
import { openSqliteStore } from '#store/sqlite/open-sqlite-store.ts'
import { testRunner } from '../service/action-runner.ts'
import { fakeClock, type FakeClock } from '../service/fake-clock.ts'
import { temporaryFolder, type Ending } from '../database/temporary.ts'

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
