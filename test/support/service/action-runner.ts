import { actionRunner, type RunAction } from '#actions/run-action.ts'
import { emailComposer } from '#mail/emails/email-templates.ts'
import type { Clock } from '#ports/clock.ts'
import type { Ids } from '#ports/ids.ts'
import type { Store } from '#ports/store/store.ts'

/** Ids that count up. Secrets differ in their first characters: ids are cut from those. */
export const countingIds = (): Ids => {
  let count = 0
  const next = (): string => String((count += 1))
  return { uuid: () => `00000000-0000-4000-8000-${next().padStart(12, '0')}`, secret: () => next().padEnd(32, 'x') }
}

/** Runs actions on a store that a test has opened, with emails that lead to one address. */
export const testRunner = async (
  { store, clock }: { store: Store; clock: Clock },
  {
    ids = countingIds(),
    publicUrl = () => 'http://library.example',
    bounceAddress = null,
  }: { ids?: Ids; publicUrl?: () => string; bounceAddress?: string | null } = {},
): Promise<RunAction> => {
  const emails = emailComposer({ houseName: 'House', publicUrl, secret: await store.private.secret(), bounceAddress })
  return actionRunner({ store, clock, ids, emails })
}
