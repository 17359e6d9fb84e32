import { diagnose } from './diagnostic-text.ts'
import { findEnhancedStatus, judgeStatus, type EnhancedStatus } from './enhanced-status.ts'

/** A reply code of SMTP (RFC 5321 section 4.2) at its place: before a code of RFC 3463, a dash or words. */
const REPLY_CODE = /(?<![\d.,:/@-])(?<code>[45]\d\d)(?=[\s-]|$)/u

const findReplyClass = (text: string): 4 | 5 | null => {
  const code = REPLY_CODE.exec(text)?.groups?.code
  return code === undefined ? null : code.startsWith('5') ? 5 : 4
}

/**
 * Whether an email did not arrive for good, because the address leads nowhere, or for a reason that may pass: a full mailbox,
 * a policy, its content, a server that is away. The code counts first; where it is vague or there is none, the words do.
 * @param status as the report has it; null: whatever the text has
 */
export const judgeFailure = (status: EnhancedStatus | null, text: string): 'hard' | 'soft' => {
  const inText = findEnhancedStatus(text)
  // Servers on the way report a vague code and quote the telling one.
  const code =
    status === null || (judgeStatus(status) === 'unclear' && inText?.class === status.class)
      ? (inText ?? status)
      : status
  const lasts = code === null ? findReplyClass(text) !== 4 : code.class === 5
  if (!lasts) return 'soft'
  const judged = code === null ? 'unclear' : judgeStatus(code)
  if (judged === 'unclear') return diagnose(text) === 'bad-address' ? 'hard' : 'soft'
  return judged === 'bad-address' ? 'hard' : 'soft'
}
