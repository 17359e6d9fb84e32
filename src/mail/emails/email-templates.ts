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
  backupFailedEmail,
  confirmationPaceEmail,
  contactEmail,
  ingestSummaryEmail,
  openAlertsEmail,
  webhookPausedEmail,
} from './notices.ts'
import { digestEmail } from './digest.ts'
import { decisionEmail } from './decision.ts'
import { partName } from '#core/papers/library-words.ts'
import { deliveryAddress } from '#core/mail/keyed-address.ts'
import type { LiveSite } from '#ports/site.ts'

type Ports = {
  /** Its name is read when an email is composed, since it can change. */
  site: Pick<LiveSite, 'current'>
  publicUrl: () => string
  secret: Buffer
  /** The address for bounces; null if nobody reads them. */
  bounceAddress?: string | null
}

/** All emails. `publicUrl` is called when an email is composed: with PORT=0 it is not known earlier. */
export const emailComposer = ({ site, publicUrl, secret, bounceAddress = null }: Ports): EmailComposer => {
  const listHeaders = subscriptionHeaders({ publicUrl, secret, bounceAddress })
  const name = (): string => site.current().name
  const place = () => ({
    houseName: name(),
    briefName: partName('briefs', site.current()).one,
    accentColor: site.current().accentColor,
    publicUrl,
    listHeaders,
  })
  return {
    contact: (message) => contactEmail(name())(message),
    confirmationSubject: () => confirmationSubject(place()),
    confirmation: (subscriber) => confirmationEmail(place())(subscriber),
    requestSubject: (purpose) => requestSubject(purpose, name()),
    request: (request) => requestEmail(place())(request),
    digest: (digest) => digestEmail(place())(digest),
    brief: (brief) => briefEmail(place())(brief),
    decision: (decision) => decisionEmail(place())(decision),
    accountChange: (notice) => accountChangeEmail(place())(notice),
    ingestSummary: (session) => ingestSummaryEmail(place())(session),
    auditHead: (head) => auditHeadEmail(name())(head),
    confirmationPace: (pace) => confirmationPaceEmail(place())(pace),
    returnPath: (email) => (bounceAddress === null ? undefined : deliveryAddress({ secret, bounceAddress }, email)),
    openAlerts: (groups) => openAlertsEmail(place())(groups),
    webhookPaused: (paused) => webhookPausedEmail(place())(paused),
    backupFailed: (failed) => backupFailedEmail(place())(failed),
    messageId: (uuid) => `<${uuid}@${new URL(publicUrl()).hostname}>`,
  }
}
