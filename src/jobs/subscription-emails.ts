import type { EmailComposer } from '#ports/email-composer.ts'
import type { MarkdownRenderer } from '#ports/markdown-renderer.ts'
import type { Store } from '#ports/store/store.ts'
import { composeDigestEmail } from '#queries/following/compose-digest-email.ts'
import { briefEmails } from './brief-emails.ts'
import type { SendingPorts } from './send-deliveries.ts'

type Ports = {
  store: Pick<Store, 'public' | 'private' | 'currentRevision'>
  markdown: MarkdownRenderer
  emails: EmailComposer
}

/** Writes what goes to subscribers: briefs and digests. */
export const subscriptionEmails = (ports: Ports): SendingPorts['compose'] => {
  const briefs = briefEmails(ports)
  const { store, emails } = ports
  return (delivery) => ('digestId' in delivery ? composeDigestEmail({ store, emails }, delivery) : briefs(delivery))
}
