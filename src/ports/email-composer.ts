import type { Message } from '#core/mail/message.ts'
import type { ComposedLetter } from '#core/mail/email.ts'
import type { SubmissionState } from '#core/review/submission-state.ts'

type EmailContent = Pick<ComposedLetter, 'subject' | 'text' | 'headers' | 'replyTo'>

/** What is said in letters, and with which headers. */
export type EmailComposer = {
  /** A contact message, forwarded to the research team; replies go to its sender. */
  contact(message: Message): EmailContent
  /** Subject of the email that asks a new subscriber to confirm; the rest is written when it leaves. */
  confirmationSubject(): string
  /** Asks a new subscriber to confirm. */
  confirmation(subscription: { subscriberId: string; token: string }): EmailContent
  /** Tells a submitter what became of one paper or of several, and why; who decided is not told. */
  decision(outcome: {
    papers: readonly { id: string; title: string }[]
    state: SubmissionState
    note: string | null
    keyLabel: string
  }): EmailContent
  /** An id that stays the same however often a letter is tried (RFC 5322, Message-ID). */
  messageId(uuid: string): string
}
