import { recordBounce } from '#actions/bounces/record-bounce.ts'
import { unsubscribe } from '#actions/mail/unsubscribe.ts'
import type { RunAction } from '#actions/run-action.ts'
import { classifyEmail } from '#core/mail/bounces/classify-email.ts'
import { findRecipient, identifyRecipient } from '#core/mail/bounces/identify-recipient.ts'
import type { ParseEmail, ReceiveEmail } from '#ports/receive-email.ts'

type Ports = { run: RunAction; secret: Buffer; parseEmail: ParseEmail }

/** Classifies what comes to the bounce address and does what follows from it, if it is about an email of ours. */
export const receiveEmail =
  ({ run, secret, parseEmail }: Ports): ReceiveEmail =>
  async (raw, given) => {
    const email = await parseEmail(raw)
    const recipient = findRecipient(secret, email, given)
    const kind = classifyEmail(email, recipient?.kind === 'unsubscribe')
    const nothing = { kind, counted: false, suppressed: false }
    if (kind === 'unsubscribe') {
      const whose = recipient ?? identifyRecipient(secret, email, { kind, recipient })
      if (whose === null) return nothing
      await run(unsubscribe, { subscriberId: whose.subscriberId })
      return { ...nothing, counted: true }
    }
    if (kind !== 'hard' && kind !== 'soft' && kind !== 'complaint') return nothing
    const whose = identifyRecipient(secret, email, { kind, recipient })
    return whose === null ? nothing : { kind, ...(await run(recordBounce, { ...whose, kind })) }
  }
