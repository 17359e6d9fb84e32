import type { EmailComposer, EmailContent } from '#ports/email-composer.ts'
import type { MarkdownRenderer } from '#ports/markdown-renderer.ts'
import type { PublicReader } from '#ports/store/store.ts'
import { Failure } from '#core/failure.ts'
import type { Brief } from '#core/editorial/brief.ts'
import { renderKeptTexts, renderTexts } from './render-kept-texts.ts'

type Ports = { reader: PublicReader; markdown: MarkdownRenderer; emails: EmailComposer }

/** A published brief as an email, for one subscriber after another. Names only featured papers that are public. Throws `not_found`. */
export const composeBriefEmail = async (
  { reader, markdown, emails }: Ports,
  id: string,
): Promise<(subscriberId: string) => EmailContent> => {
  const brief = await reader.briefs.find(id)
  if (brief === null) throw new Failure('not_found', `There is no published brief ${id}.`)
  const featured = await reader.related.publicPapers(brief.featured)
  const markupOf = await renderKeptTexts({ renderings: reader.renderings, markdown }, [
    { subject: `brief:${id}:summary`, text: brief.summary },
    { subject: `brief:${id}:take`, text: brief.take },
  ])
  return emails.brief({ brief, featured, summary: markupOf(brief.summary), take: markupOf(brief.take) })
}

/** Nobody has this id: what ends a subscription in the email ends none. */
const NOBODY = 'preview'

/** A brief, published or not, as subscribers would get it now. */
export const previewBriefEmail = async (
  { reader, markdown, emails }: Ports,
  brief: Pick<Brief, 'id' | 'week' | 'title' | 'summary' | 'take' | 'featured'>,
): Promise<EmailContent> => {
  const featured = await reader.related.publicPapers(brief.featured)
  const markupOf = await renderTexts(markdown, [brief.summary, brief.take])
  const toSubscriber = await emails.brief({
    brief,
    featured,
    summary: markupOf(brief.summary),
    take: markupOf(brief.take),
  })
  return toSubscriber(NOBODY)
}
