import { headerOf, partsOf, type IncomingEmail, type IncomingKind } from './incoming-email.ts'
import { readBounceText } from './read-bounce-text.ts'
import { readDeliveryStatus } from './read-delivery-status.ts'
import { parseFieldGroups } from './report-fields.ts'

/** Answers of programs for people who are away (RFC 3834), and what older ones say instead. */
const isAutoReply = (email: IncomingEmail): boolean =>
  /^auto-(?:replied|generated|notified)/iu.test(headerOf(email, 'auto-submitted')) ||
  /^auto_?reply/iu.test(headerOf(email, 'precedence')) ||
  ['x-autoreply', 'x-autorespond', 'x-autoreply-from', 'x-auto-response', 'x-mail-autoreply'].some(
    (name) => headerOf(email, name) !== '',
  ) ||
  /^(?:auto(?:matic|mated|matische)?[- ]?(?:reply|response|antwort)|out of (?:the )?office|abwesenheit|réponse automatique|автоответ|自动回复)/iu.test(
    headerOf(email, 'subject'),
  )

/** Feedback (RFC 5965 section 7.3): reports of forged mail (RFC 6591) and of mail that is welcome are no complaints. */
const readFeedback = (report: string): 'complaint' | 'unsubscribe' | 'notice' => {
  const type = parseFieldGroups(report)[0]?.get('feedback-type')?.toLowerCase() ?? ''
  if (type.startsWith('opt-out') || type === 'unsubscribe') return 'unsubscribe'
  return ['not-spam', 'auth-failure', 'dmarc'].includes(type) ? 'notice' : 'complaint'
}

/** Outlook.com forwards what its users call junk, with a header of its own in it and without any report. */
const isJunkReport = (email: IncomingEmail): boolean =>
  partsOf(email, 'message/rfc822').some((original) => parseFieldGroups(original)[0]?.has('x-hmxmroriginalrecipient'))

/**
 * What an email to the bounce address is: reports by their fields first, then what its words tell.
 * @param toUnsubscribe whether it was sent to an address that ends a subscription
 */
export const classifyEmail = (email: IncomingEmail, toUnsubscribe: boolean): IncomingKind => {
  const [feedback] = partsOf(email, 'message/feedback-report')
  if (feedback !== undefined) return readFeedback(feedback)
  if (isJunkReport(email)) return 'complaint'
  const [status] = partsOf(email, 'message/delivery-status', 'message/global-delivery-status')
  const told = status === undefined ? null : readDeliveryStatus(status, email.text)
  if (told !== null) return told
  if (partsOf(email, 'message/disposition-notification').length > 0) return 'auto-reply'
  const bounce = readBounceText(email)
  if (bounce !== null) return bounce
  // Programs that unsubscribe for their users call their emails automatic, too.
  if (toUnsubscribe) return 'unsubscribe'
  return isAutoReply(email) ? 'auto-reply' : 'other'
}
