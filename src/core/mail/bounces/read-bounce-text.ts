import { classifyFailure } from './classify-failure.ts'
import { headerOf, type IncomingEmail } from './incoming-email.ts'

/** Programs that write bounces, by the name before the @. */
const DAEMON =
  /(?:^|[<\s"])(?:mailer[-_.]?daemon|postmaster|mdaemon|mail[-_.]?daemon|mail[-_.]?delivery|post_master|double-bounce|bounce[-\w]{0,40}|daemon|amazonses|email-bounces)(?:[+-][^@\s<>]{0,100})?(?:@|>|\s|$)/iu

const SUBJECT =
  /undeliver(?:able|ed)|non-?delivery|delivery (?:status|failure|problem|error|report|has failed|failed)|delivery incomplete|could(?: not|n't) be delivered|not delivered|returned mail|returned to sender|failure notice|mail (?:delivery )?failed|failed delivery|mail failure|mail system error|message (?:could not|status - undeliverable)|unzustellbar|non remis|no entregado|не доставлен|недоставлен|退信|系统退信/iu

const DELAY =
  /delayed|delay(?:ed)? (?:notification|warning)|warning: (?:message|could not send)|(?:will|to) (?:keep trying|be retried)|still (?:being )?(?:trying|retried)|no action is required on your part/iu

/** Where servers begin to repeat the email that they return. */
const COPY =
  /^[ \t>]{0,20}(?:-{2,}.{0,80}(?:copy of|original message|message follows|returned message|below this line|unsent message|undelivered message|message header).{0,120}|(?:original message|unsent message|returned message|message headers?) ?(?:follows|below|attached)?[:.]?[ \t]{0,20}|received: .{0,200})$/imu

const LOOKS_AT = 16_000

/** What no reader writes, in reports that give themselves away by nothing else. */
const WORDS =
  /\b(?:could not be delivered|unable to deliver|delivery (?:has )?failed|was not delivered|undeliverable)\b/iu

/** Whether an email to a return path was written by a mail server about one that it did not deliver. */
const isBounce = (email: IncomingEmail): boolean =>
  headerOf(email, 'x-failed-recipients') !== '' ||
  DAEMON.test(headerOf(email, 'from')) ||
  (!/^(?:re|aw|antw|fwd?|wg):/iu.test(headerOf(email, 'subject')) &&
    (SUBJECT.test(headerOf(email, 'subject')) || WORDS.test(email.text.slice(0, LOOKS_AT))))

/** What a bounce without a report tells (qmail, older and uncommon servers); null for an email that is none. */
export const readBounceText = (email: IncomingEmail): 'hard' | 'soft' | 'notice' | null => {
  if (!isBounce(email)) return null
  const start = email.text.slice(0, LOOKS_AT)
  const said = start.slice(0, COPY.exec(start)?.index)
  if (DELAY.test(headerOf(email, 'subject')) || DELAY.test(said)) return 'notice'
  return classifyFailure({ reply: said.trim() === '' ? start : said })
}
