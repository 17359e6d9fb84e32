import type { EmailComposer } from '#ports/email-composer.ts'
import { accountChangeEmail } from './account-change.ts'
import { briefEmail } from './brief.ts'
import { confirmationEmail, confirmationSubject } from './confirmation.ts'
import { auditHeadEmail } from './audit-head.ts'
import { confirmationPaceEmail } from './confirmation-pace.ts'
import { contactEmail } from './contact.ts'
import { digestEmail } from './digest.ts'
import { decisionEmail } from './decision.ts'
import { ingestSummaryEmail } from './ingest-summary.ts'
import { deliveryAddress } from '#core/mail/bounces/keyed-address.ts'
import { webhookPausedEmail } from './webhook-paused.ts'
import { requestEmail, requestSubject } from './request.ts'
import { subscriptionHeaders } from './subscription-headers.ts'

type Site = {
  houseName: string
  publicUrl: () => string
  secret: Buffer
  /** Where emails come back to; null: nobody reads what comes back. */
  bounceAddress?: string | null
}

/** All emails. `publicUrl` is read when an email is composed: with PORT=0 it is known only then. */
export const emailComposer = ({ houseName, publicUrl, secret, bounceAddress = null }: Site): EmailComposer => {
  const listHeaders = subscriptionHeaders({ publicUrl, secret, bounceAddress })
  return {
    contact: contactEmail(houseName),
    confirmationSubject: () => confirmationSubject(houseName),
    confirmation: confirmationEmail({ houseName, publicUrl, listHeaders }),
    requestSubject: (purpose) => requestSubject(purpose, houseName),
    request: requestEmail({ houseName, publicUrl, listHeaders }),
    digest: digestEmail({ houseName, publicUrl, listHeaders }),
    brief: briefEmail({ houseName, publicUrl, listHeaders }),
    decision: decisionEmail({ houseName, publicUrl }),
    accountChange: accountChangeEmail({ houseName, publicUrl }),
    ingestSummary: ingestSummaryEmail({ houseName, publicUrl }),
    auditHead: auditHeadEmail(houseName),
    confirmationPace: confirmationPaceEmail({ houseName, publicUrl }),
    returnPath: (email) => (bounceAddress === null ? undefined : deliveryAddress({ secret, bounceAddress }, email)),
    webhookPaused: webhookPausedEmail({ houseName, publicUrl }),
    messageId: (uuid) => `<${uuid}@${new URL(publicUrl()).hostname}>`,
  }
}
