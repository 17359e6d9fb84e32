import type { LeasedBrief } from '#core/mail/mailing.ts'
import type { EmailComposer, EmailContent } from '#ports/email-composer.ts'
import type { MarkdownRenderer } from '#ports/markdown-renderer.ts'
import type { Store } from '#ports/store/store.ts'
import { composeBriefEmail } from '#queries/compose-brief-email.ts'

type Ports = { store: Pick<Store, 'public' | 'currentRevision'>; markdown: MarkdownRenderer; emails: EmailComposer }

type Written = { key: string; toSubscriber: Promise<(subscriberId: string) => EmailContent> }

/** Writes the emails of a brief; it reads the brief again only after a public change, such as a retraction. */
export const briefEmails = ({ store, markdown, emails }: Ports): ((delivery: LeasedBrief) => Promise<EmailContent>) => {
  let written: Written | null = null
  return async ({ briefId, subscriberId }) => {
    const key = `${briefId} ${store.currentRevision()}`
    if (written?.key !== key)
      written = { key, toSubscriber: composeBriefEmail({ reader: store.public, markdown, emails }, briefId) }
    try {
      return (await written.toSubscriber)(subscriberId)
    } catch (error) {
      written = null
      throw error
    }
  }
}
