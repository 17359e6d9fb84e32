import { diagnose } from './diagnostic-text.ts'
import { findEnhancedStatus, classifyStatus, type EnhancedStatus } from './enhanced-status.ts'

/** A reply code of SMTP (RFC 5321 section 4.2) at its place: before a code of RFC 3463, a dash or words. */
const REPLY_CODE = /(?<![\d.,:/@-])(?<code>[45])\d\d(?=[\s-]|$)/u

const findReplyClass = (text: string): 4 | 5 | null => {
  const code = REPLY_CODE.exec(text)?.groups?.code
  return code === undefined ? null : code === '5' ? 5 : 4
}

type Failed = {
  /** As the report has it; null: it has none. */
  status?: EnhancedStatus | null
  /** What the server said that refused the email. */
  reply: string
  /** What the report says to people, where the reply says nothing known. */
  words?: string
}

/**
 * Whether an email did not arrive for good, because the address leads nowhere, or for a reason that may pass: a full mailbox,
 * a policy, its content, a server that is away. What the refusing server said counts first, and of that its code. Words
 * decide where the code is vague, and where they contradict it: nobody is cut off for a full mailbox.
 */
export const classifyFailure = ({ status = null, reply, words = '' }: Failed): 'hard' | 'soft' => {
  const replied = findEnhancedStatus(reply)
  const lasts = (replied ?? status)?.class ?? findReplyClass(reply) ?? 5
  if (lasts !== 5) return 'soft'
  const told = diagnose(reply)
  if (told !== null && told !== 'bad-address') return 'soft'
  const judged = [replied, status].map((code) => (code === null ? 'unclear' : classifyStatus(code)))
  const clear = judged.find((judgement) => judgement !== 'unclear')
  if (judged[0] === 'other-reason' || (told === null && clear === 'other-reason')) return 'soft'
  return told === 'bad-address' || clear === 'bad-address' || diagnose(words) === 'bad-address' ? 'hard' : 'soft'
}
