import type { QueuedEmail } from '#core/mail/outbox.ts'
import { composeConfirmation } from '#actions/outbox/compose-confirmation.ts'
import type { ComposedEmail } from '#core/mail/email.ts'
import type { TestService } from '../service/test-service.ts'

/** What waits in the outbox, as it would leave at this moment. */
export const waitingEmails = async (service: TestService): Promise<(QueuedEmail & ComposedEmail)[]> => {
  const now = service.clock.now().toISOString()
  const leased = await service.store.transact((tx) => tx.outbox.lease(now, '', 1_000, true))
  const composed: (QueuedEmail & ComposedEmail)[] = []
  for (const email of leased) {
    const { text } = email
    const ready = text === null ? await service.run(composeConfirmation, email) : { ...email, text }
    if (ready !== null) composed.push(ready)
  }
  return composed
}
