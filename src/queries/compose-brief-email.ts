import type { EmailComposer, EmailContent } from '#ports/email-composer.ts'
import type { MarkdownRenderer } from '#ports/markdown-renderer.ts'
import type { PublicReader } from '#ports/store/store.ts'
import { Failure } from '#core/failure.ts'
import type { Brief } from '#core/editorial/brief.ts'
import { briefTexts, renderKeptTexts, renderTexts, type MarkupOf } from './render-kept-texts.ts'

type Ports = { reader: PublicReader; markdown: MarkdownRenderer; emails: EmailComposer }

type ComposedBrief = Pick<Brief, 'id' | 'week' | 'title' | 'summary' | 'take' | 'featured'>

/** Names only featured papers that are public. */
const compose = async (
  { reader, emails }: Ports,
  brief: ComposedBrief,
  markupOf: MarkupOf,
): Promise<(subscriberId: string) => EmailContent> => {
  const featured = await reader.related.publicPapers(brief.featured)
  return emails.brief({ brief, featured, summary: markupOf(brief.summary), take: markupOf(brief.take) })
}

/** A published brief as an email, for one subscriber after another. Throws `not_found`. */
export const composeBriefEmail = async (ports: Ports, id: string): Promise<(subscriberId: string) => EmailContent> => {
  const { reader, markdown } = ports
  const brief = await reader.briefs.find(id)
  if (brief === null) throw new Failure('not_found', `There is no published brief ${id}.`)
  return compose(ports, brief, await renderKeptTexts({ renderings: reader.renderings, markdown }, briefTexts(brief)))
}

/** Nobody has this id: what ends a subscription in the email ends none. */
const NOBODY = 'preview'

/** A brief, published or not, as subscribers would get it now. */
export const previewBriefEmail = async (ports: Ports, brief: ComposedBrief): Promise<EmailContent> => {
  const toSubscriber = await compose(ports, brief, await renderTexts(ports.markdown, [brief.summary, brief.take]))
  return toSubscriber(NOBODY)
}
