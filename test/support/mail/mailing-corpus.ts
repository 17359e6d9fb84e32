import { publishBrief } from '#actions/editorial/publish-brief.ts'
import type { RunAction } from '#actions/run-action.ts'
import type { Subscriber } from '#core/mail/subscriber.ts'
import type { Store } from '#ports/store/store.ts'

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
