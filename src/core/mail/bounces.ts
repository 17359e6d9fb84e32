import { verifyUnsubscribeToken, deliveryName, findKeyedAddress, type KeyedAddress } from './keyed-address.ts'

/** A header field with its name in lower case and its value unfolded. */
export type HeaderField = { name: string; value: string }

/** A parsed email to the bounce address. */
export type IncomingEmail = {
  headers: readonly HeaderField[]
  /** The text that a person would read. */
  text: string
  /** Other parts, such as reports and the returned email, with their media types. */
  parts: readonly { type: string; text: string }[]
}

/** `notice`: a report that nothing has failed, or not yet. */
export const incomingKinds = ['hard', 'soft', 'complaint', 'unsubscribe', 'notice', 'auto-reply', 'other'] as const

export type IncomingKind = (typeof incomingKinds)[number]

/** The first field with this name; empty if there is none. */
const headerOf = ({ headers }: IncomingEmail, name: string): string =>
  headers.find((field) => field.name === name)?.value ?? ''

/** The texts of all parts with these media types. */
const partsOf = ({ parts }: IncomingEmail, ...types: readonly string[]): string[] =>
  parts.filter(({ type }) => types.includes(type)).map(({ text }) => text)

/**
 * How much of an email is read. A report precedes the email it returns, so nothing needed is cut off; our own emails are a tenth
 * of this.
 */
export const INCOMING_EMAIL_BYTES = 1_024 * 1_024

/** An enhanced status code (RFC 3463). Class 2 is success, 4 a temporary failure, 5 a permanent one. */
type EnhancedStatus = { class: 2 | 4 | 5; subject: number; detail: number }

/** Excludes IP addresses and version numbers. */
const STATUS = /(?<![\d.])(?<class>[245])\.(?<subject>\d{1,3})\.(?<detail>\d{1,3})(?![\d.]*\d)/u

const findEnhancedStatus = (text: string): EnhancedStatus | null => {
  const found = STATUS.exec(text)?.groups
  if (found === undefined) return null
  return { class: Number(found.class) as 2 | 4 | 5, subject: Number(found.subject), detail: Number(found.detail) }
}

/** Mailbox disabled; no route to the domain (RFC 3463 section 3.5); Exchange Online for a domain without DNS. */
const BAD_ADDRESS = new Set(['5.2.1', '5.4.4', '5.4.310'])

/** Details of subject 1, addresses (RFC 3463 section 3.2), that concern the sender (7 and 8) or relays (9). */
const NOT_OF_RECIPIENT = new Set([7, 8, 9])

/** What a code alone says about the address: for `unclear` codes the text decides. */
const classifyStatus = (status: EnhancedStatus): 'bad-address' | 'other-reason' | 'unclear' => {
  const { subject, detail } = status
  const isAddress = subject === 1 && detail !== 0 && !NOT_OF_RECIPIENT.has(detail)
  if (isAddress || BAD_ADDRESS.has(`5.${subject}.${detail}`)) return 'bad-address'
  // Detail 0 means "other or undefined". Servers also use 5.4.1 and 5.7.1 for unknown users, and 5.5.1 for any refusal.
  const isVague = detail === 0 || (detail === 1 && (subject === 4 || subject === 5 || subject === 7))
  return isVague ? 'unclear' : 'other-reason'
}

/** The reason that the text of a refusal gives; null for none that is known. */
type Diagnosis = 'bad-address' | 'full' | 'policy' | 'temporary' | null

/**
 * The wording of providers and servers, most specific first. Words for unknown users that also occur in policy refusals come
 * after those.
 */
const RULES: readonly (readonly [Exclude<Diagnosis, null>, RegExp])[] = [
  // Exchange Online at its edge, for addresses missing from its directory.
  ['bad-address', /recipient address rejected: access denied|\bRecip(?:ient)?NotFound\b/iu],
  [
    'full',
    /\bquota\b|mailbox (?:is |size )?(?:full|limit|too large)|mailfolder is full|insufficient (?:system )?storage|over the (?:storage|size) limit|out of storage|disk full|box is full|mailbox full/iu,
  ],
  [
    'temporary',
    /\b(?:receiving mail at a rate|receiving mail too quickly|has sent (?:too many|more)|too many (?:messages|connections|emails))\b/iu,
  ],
  ['policy', /\b(?:spamhaus|blacklisted|blocklisted|block list|blacklist|relay access denied)\b/iu],
  [
    'bad-address',
    /\b(?:no such|unknown|non[- ]?existent|invalid|bad|not a valid) (?:user|recipient|mailbox|local part|address|email address|account|destination mailbox|final delivery userid)\b(?! error)/iu,
  ],
  [
    'bad-address',
    /\b(?:user|recipient|mailbox|account|address|addressee)(?: name)?(?: [^\s]{1,100})? (?:is |was |are )?(?:unknown|not found|not listed|invalid|does not exist|doesn't exist|not exist|inactive|disabled|deactivated|suspended|discontinued|expired|no longer (?:active|available|valid|exists?|in use))\b/iu,
  ],
  [
    'bad-address',
    /\b(?:no mailbox (?:here )?by that name|not our customer|doesn't have an? (?:[\w.-]{1,60} )?account|does not have an? (?:[\w.-]{1,60} )?account|isn't (?:available|an? (?:active|known))|unrouteable address|unroutable address|no such person|no valid recipients|address unknown|not found in directory|not listed in (?:domino directory|public name)|couldn't be found|wasn't found at|could not be found|email account that you tried to reach|user has moved|undeliverable address)\b/iu,
  ],
  [
    'bad-address',
    /\b(?:null mx|nullmx|no mx (?:record|found)|(?:host|domain)(?: name| or domain name)?(?: [^\s]{1,255})? (?:does not exist|not found)|nxdomain|no such (?:domain|host)|host unknown|unknown host|couldn't find any host|unable to route)\b/iu,
  ],
  [
    'policy',
    /\b(?:spam|blocked|banned|policy|reputation|dmarc|dkim|spf|rbl|dnsbl|virus|malware|unsolicited|bulk mail|not authenticated|unauthenticated|relaying|not allowed|not permitted|prohibited|access denied|message size|too large|too big|too long|content rejected|message content)\b/iu,
  ],
  [
    'temporary',
    /\b(?:temporar\w{2,5}|try again|try later|deferred|greylist\w{0,3}|graylist\w{0,3}|timed? ?out|connection refused|too many|rate limit\w{0,3}|throttl\w{2,5}|busy|retry time|unreachable|expired|not responding)\b/iu,
  ],
  // The words of RFC 5321 for 550; some servers say nothing else about an unknown address.
  [
    'bad-address',
    /\bmailbox (?:[^\s]{1,100} )?(?:is )?(?:unavailable|not available)\b|\bdelivery to this user is not possible\b/iu,
  ],
]

/** A diagnosis stands near the beginning. */
const MAX_DIAGNOSED_CHARACTERS = 4_000

const diagnose = (text: string): Diagnosis => {
  const start = text.slice(0, MAX_DIAGNOSED_CHARACTERS).replaceAll(/\s+/gu, ' ')
  return RULES.find(([, pattern]) => pattern.test(start))?.[0] ?? null
}

/** The fields of a group by name in lower case; the first of a repeated field wins. */
type ReportFields = ReadonlyMap<string, string>

const MAX_LINES = 2_000

const FIELD = /^(?<name>[!-9;-~]+)[ \t]*:(?<value>.*)$/u

/** Groups of fields in reports (RFC 3464 section 2.1, RFC 5965 section 3.1) and headers, separated by blank lines. */
const parseFieldGroups = (text: string): ReportFields[] => {
  const groups: Map<string, string>[] = []
  let group: Map<string, string> | null = null
  let last = ''
  for (const line of text.split(/\r?\n|\r/u, MAX_LINES)) {
    if (line.trim() === '') group = null
    else if (/^[ \t]/u.test(line) && group !== null) group.set(last, `${group.get(last) ?? ''} ${line.trim()}`)
    else {
      const { name = '', value = '' } = FIELD.exec(line)?.groups ?? {}
      if (name === '') continue
      if (group === null) groups.push((group = new Map()))
      last = name.toLowerCase()
      // A continuation line after a repeated field must not be appended to the first one.
      if (group.has(last)) last = `${last} again`
      group.set(last, value.trim())
    }
  }
  return groups
}

/** An SMTP reply code (RFC 5321 section 4.2), followed by an enhanced status code, a dash or words. */
const REPLY_CODE = /(?<![\d.,:/@-])(?<code>[45])\d\d(?=[\s-]|$)/u

const findReplyClass = (text: string): 4 | 5 | null => {
  const code = REPLY_CODE.exec(text)?.groups?.code
  return code === undefined ? null : code === '5' ? 5 : 4
}

type Failed = {
  /** From the report; null if it has none. */
  status?: EnhancedStatus | null
  /** The reply of the server that refused the email. */
  reply: string
  /** The human-readable text of the report, in case the reply says nothing known. */
  words?: string
}

/**
 * `hard` if the address is invalid, `soft` if the reason may be temporary: a full mailbox, a policy, the content, a server that is
 * down. The reply of the refusing server takes precedence, and in it the code. Words decide where the code is vague or contradicts
 * them: nobody is unsubscribed for a full mailbox.
 */
export const classifyFailure = ({ status = null, reply, words = '' }: Failed): 'hard' | 'soft' => {
  const replied = findEnhancedStatus(reply)
  const statusClass = (replied ?? status)?.class ?? findReplyClass(reply) ?? 5
  if (statusClass !== 5) return 'soft'
  const diagnosis = diagnose(reply)
  if (diagnosis !== null && diagnosis !== 'bad-address') return 'soft'
  const judgements = [replied, status].map((code) => (code === null ? 'unclear' : classifyStatus(code)))
  const clear = judgements.find((judgement) => judgement !== 'unclear')
  if (judgements[0] === 'other-reason' || (diagnosis === null && clear === 'other-reason')) return 'soft'
  return diagnosis === 'bad-address' || clear === 'bad-address' || diagnose(words) === 'bad-address' ? 'hard' : 'soft'
}

/** Senders of bounces, by the part before the @. */
const DAEMON =
  /(?:^|[<\s"])(?:mailer[-_.]?daemon|postmaster|mdaemon|mail[-_.]?daemon|mail[-_.]?delivery|post_master|double-bounce|bounce[-\w]{0,40}|daemon|amazonses|email-bounces)(?:[+-][^@\s<>]{0,100})?(?:@|>|\s|$)/iu

const SUBJECT =
  /undeliver(?:able|ed)|non-?delivery|delivery (?:status|failure|problem|error|report|has failed|failed)|delivery incomplete|could(?: not|n't) be delivered|not delivered|returned mail|returned to sender|failure notice|mail (?:delivery )?failed|failed delivery|mail failure|mail system error|message (?:could not|status - undeliverable)|unzustellbar|non remis|no entregado|не доставлен|недоставлен|退信|系统退信/iu

const DELAY =
  /delayed|delay(?:ed)? (?:notification|warning)|warning: (?:message|could not send)|(?:will|to) (?:keep trying|be retried)|still (?:being )?(?:trying|retried)|no action is required on your part/iu

/** Where the copy of the returned email begins. */
const COPY =
  /^[ \t>]{0,20}(?:-{2,}.{0,80}(?:copy of|original message|message follows|returned message|below this line|unsent message|undelivered message|message header).{0,120}|(?:original message|unsent message|returned message|message headers?) ?(?:follows|below|attached)?[:.]?[ \t]{0,20}|received: .{0,200})$/imu

const MAX_BODY_CHARACTERS = 16_000

/** Phrases that readers do not write, for bounces without any other sign. */
const BOUNCE_WORDS =
  /\b(?:could not be delivered|unable to deliver|delivery (?:has )?failed|was not delivered|undeliverable)\b/iu

/** Whether an email was written by a mail server about a failed delivery. */
const isBounce = (email: IncomingEmail): boolean =>
  headerOf(email, 'x-failed-recipients') !== '' ||
  DAEMON.test(headerOf(email, 'from')) ||
  (!/^(?:re|aw|antw|fwd?|wg):/iu.test(headerOf(email, 'subject')) &&
    (SUBJECT.test(headerOf(email, 'subject')) || BOUNCE_WORDS.test(email.text.slice(0, MAX_BODY_CHARACTERS))))

/** Classifies a bounce without a report (qmail, older and uncommon servers); null for other emails. */
const readBounceText = (email: IncomingEmail): 'hard' | 'soft' | 'notice' | null => {
  if (!isBounce(email)) return null
  const start = email.text.slice(0, MAX_BODY_CHARACTERS)
  const message = start.slice(0, COPY.exec(start)?.index)
  if (DELAY.test(headerOf(email, 'subject')) || DELAY.test(message)) return 'notice'
  return classifyFailure({ reply: message.trim() === '' ? start : message })
}

/** A bound only: our emails have one recipient each. */
const MAX_RECIPIENTS = 20

const classifyRecipient = (fields: ReportFields, words: string): 'hard' | 'soft' | 'notice' => {
  const status = findEnhancedStatus(fields.get('status') ?? '')
  const action = /^[a-z]+/iu.exec(fields.get('action') ?? '')?.[0].toLowerCase()
  const failed = action === undefined ? status !== null && status.class !== 2 : action === 'failed'
  if (!failed) return 'notice'
  const diagnostic = fields.get('diagnostic-code') ?? ''
  return classifyFailure({ status, reply: diagnostic === '' ? words : diagnostic, words })
}

/**
 * The worst result among the recipients of a delivery status notification (RFC 3464); null when it names none.
 * @param words the human-readable text, for a report without a diagnostic code
 */
const readDeliveryStatus = (report: string, words: string): 'hard' | 'soft' | 'notice' | null => {
  const recipients = parseFieldGroups(report)
    .filter((fields) => fields.has('action') || (fields.has('status') && fields.has('final-recipient')))
    .slice(0, MAX_RECIPIENTS)
  const results = new Set(recipients.map((fields) => classifyRecipient(fields, words)))
  return (['hard', 'soft', 'notice'] as const).find((kind) => results.has(kind)) ?? null
}

/** Fields in which servers record the recipient address. */
const RECIPIENT_FIELDS = new Set([
  'to',
  'cc',
  'delivered-to',
  'x-original-to',
  'envelope-to',
  'x-envelope-to',
  'x-rcpt-to',
  'x-forwarded-to',
  'apparently-to',
])

/** The keyed address that an email was sent to. @param given the envelope recipient, which takes precedence */
export const findRecipient = (secret: Buffer, email: IncomingEmail, given: string | null): KeyedAddress | null =>
  findKeyedAddress(
    secret,
    [given ?? '', ...email.headers.filter(({ name }) => RECIPIENT_FIELDS.has(name)).map(({ value }) => value)].join(
      '\n',
    ),
  )

const UNSUBSCRIBE_LINK = /\/unsubscribe\?token=(?<token>[\w.%-]{1,200})/u

/** The subscriber that a complaint is about, from the unsubscribe links of the original email. */
const recipientInOriginal = (
  secret: Buffer,
  original: ReportFields,
): { subscriberId: string; delivery: string } | null => {
  const unsubscribe = original.get('list-unsubscribe') ?? ''
  const token = UNSUBSCRIBE_LINK.exec(unsubscribe)?.groups?.token ?? ''
  const subscriberId = verifyUnsubscribeToken(secret, token) ?? findKeyedAddress(secret, unsubscribe)?.subscriberId
  const delivery = deliveryName(original.get('message-id') ?? '')
  return subscriberId === undefined ? null : { subscriberId, delivery }
}

/**
 * The subscriber whose email bounced or was reported as spam; null when nothing in it was signed by us, as in a forgery. Plain
 * addresses are ignored, since anybody can write them.
 */
export const identifyRecipient = (
  secret: Buffer,
  email: IncomingEmail,
  { kind, recipient }: { kind: IncomingKind; recipient: KeyedAddress | null },
): { subscriberId: string; delivery: string } | null => {
  if (recipient?.kind === 'delivery') return recipient
  const originals = partsOf(email, 'message/rfc822', 'message/global', 'text/rfc822-headers', 'message/rfc822-headers')
  const heads = originals.map((original) => parseFieldGroups(original)[0])
  const reports = partsOf(email, 'message/feedback-report').map((report) => parseFieldGroups(report)[0])
  const senders = [
    ...reports.map((fields) => fields?.get('original-mail-from') ?? ''),
    ...heads.map((fields) => fields?.get('return-path') ?? ''),
  ]
  const sender = findKeyedAddress(secret, senders.join('\n'))
  if (sender?.kind === 'delivery') return sender
  if (kind !== 'complaint' && kind !== 'unsubscribe') return null
  for (const fields of heads) {
    const found = fields === undefined ? null : recipientInOriginal(secret, fields)
    if (found !== null) return found
  }
  return null
}

/** Automatic replies (RFC 3834), and the headers and subjects of older programs. */
const isAutoReply = (email: IncomingEmail): boolean =>
  /^auto-(?:replied|generated|notified)/iu.test(headerOf(email, 'auto-submitted')) ||
  /^auto_?reply/iu.test(headerOf(email, 'precedence')) ||
  ['x-autoreply', 'x-autorespond', 'x-autoreply-from', 'x-auto-response', 'x-mail-autoreply'].some(
    (name) => headerOf(email, name) !== '',
  ) ||
  /^(?:auto(?:matic|mated|matische)?[- ]?(?:reply|response|antwort)|out of (?:the )?office|abwesenheit|réponse automatique|автоответ|自动回复)/iu.test(
    headerOf(email, 'subject'),
  )

/** Feedback types (RFC 5965 section 7.3): reports of authentication failures (RFC 6591) or of welcome mail are not complaints. */
const readFeedback = (report: string): 'complaint' | 'unsubscribe' | 'notice' => {
  const type = parseFieldGroups(report)[0]?.get('feedback-type')?.toLowerCase() ?? ''
  if (type.startsWith('opt-out') || type === 'unsubscribe') return 'unsubscribe'
  return ['not-spam', 'auth-failure', 'dmarc'].includes(type) ? 'notice' : 'complaint'
}

/** Outlook.com forwards junk without a report, marked by a header in the original. */
const isJunkReport = (email: IncomingEmail): boolean =>
  partsOf(email, 'message/rfc822').some((original) => parseFieldGroups(original)[0]?.has('x-hmxmroriginalrecipient'))

/**
 * Classifies an email to the bounce address by its reports, or else by its text.
 * @param toUnsubscribe whether it was sent to an unsubscribe address
 */
export const classifyEmail = (email: IncomingEmail, toUnsubscribe: boolean): IncomingKind => {
  const [feedback] = partsOf(email, 'message/feedback-report')
  if (feedback !== undefined) return readFeedback(feedback)
  if (isJunkReport(email)) return 'complaint'
  const [status] = partsOf(email, 'message/delivery-status', 'message/global-delivery-status')
  const reported = status === undefined ? null : readDeliveryStatus(status, email.text)
  if (reported !== null) return reported
  if (partsOf(email, 'message/disposition-notification').length > 0) return 'auto-reply'
  const bounce = readBounceText(email)
  if (bounce !== null) return bounce
  // Programs that unsubscribe on behalf of users also mark their emails as automatic.
  if (toUnsubscribe) return 'unsubscribe'
  return isAutoReply(email) ? 'auto-reply' : 'other'
}
