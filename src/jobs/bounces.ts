import { recordBounce } from '#actions/suppressions.ts'
import { unsubscribe } from '#actions/subscribers.ts'
import type { RunAction } from '#actions/run-action.ts'
import { classifyEmail, findRecipient, identifyRecipient } from '#core/mail/bounces.ts'
import type { ParseEmail, ReceiveEmail } from '#ports/mailer.ts'

type Ports = { run: RunAction; secret: Buffer; parseEmail: ParseEmail }

/** Classifies an email to the bounce address and, if it is about an email of ours, records the bounce or unsubscribes. */
export const receiveEmail =
  ({ run, secret, parseEmail }: Ports): ReceiveEmail =>
  async (raw, given) => {
    const email = await parseEmail(raw)
    const recipient = findRecipient(secret, email, given)
    const kind = classifyEmail(email, recipient?.kind === 'unsubscribe')
    const nothing = { kind, counted: false, suppressed: false }
    if (kind === 'unsubscribe') {
      const subscriber = recipient ?? identifyRecipient(secret, email, { kind, recipient })
      if (subscriber === null) return nothing
      await run(unsubscribe, { subscriberId: subscriber.subscriberId })
      return { ...nothing, counted: true }
    }
    if (kind !== 'hard' && kind !== 'soft' && kind !== 'complaint') return nothing
    const subscriber = identifyRecipient(secret, email, { kind, recipient })
    return subscriber === null ? nothing : { kind, ...(await run(recordBounce, { ...subscriber, kind })) }
  }
