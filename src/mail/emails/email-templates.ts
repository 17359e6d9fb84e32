import type { EmailComposer } from '#ports/email-composer.ts'
import { accountChangeEmail } from './account-change.ts'
import { briefEmail } from './brief.ts'
import {
  confirmationEmail,
  confirmationSubject,
  requestEmail,
  requestSubject,
  subscriptionHeaders,
} from './subscription.ts'
import {
  auditHeadEmail,
  confirmationPaceEmail,
  contactEmail,
  ingestSummaryEmail,
  webhookPausedEmail,
} from './notices.ts'
import { digestEmail } from './digest.ts'
import { decisionEmail } from './decision.ts'
import { deliveryAddress } from '#core/mail/keyed-address.ts'

type Site = {
  houseName: string
  publicUrl: () => string
  secret: Buffer
  /** The address for bounces; null if nobody reads them. */
  bounceAddress?: string | null
}

/** All emails. `publicUrl` is called when an email is composed: with PORT=0 it is not known earlier. */
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
