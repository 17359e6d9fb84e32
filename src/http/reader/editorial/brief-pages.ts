import type { Context } from 'hono'
import type { BriefSummary } from '#core/editorial/brief.ts'
import { Failure } from '#core/failure.ts'
import { briefTexts } from '#queries/render-kept-texts.ts'
import { page, type Reply } from '#http/routing/reply.ts'
import { pathId } from '#http/input/path-id.ts'
import { findMentionedPapers } from '#http/reader/paper-links.ts'
import { commentariesOf, renderKept } from '#http/reader/rendered-texts.ts'
import { briefPage, briefsPage } from './pages/briefs.ts'
import { siteOf, type Ports } from './ports.ts'

export const listBriefs =
  ({ store, houseName }: Ports) =>
  async (): Promise<Reply> =>
    page(200, briefsPage(houseName, await store.public.related.listBriefs()))

const adjacentBriefs = (briefs: readonly BriefSummary[], id: string) => {
  const place = briefs.findIndex((brief) => brief.id === id)
  return { earlier: briefs[place + 1] ?? null, later: place < 1 ? null : (briefs[place - 1] ?? null) }
}

export const showBrief =
  (ports: Ports) =>
  async (context: Context): Promise<Reply> => {
    const { briefs, related, chapters: chapterReader } = ports.store.public
    const id = pathId(context)
    const brief = await briefs.find(id)
    if (brief === null) throw new Failure('not_found', `There is no brief ${id}.`)
    const [featured, published, chapters] = await Promise.all([
      related.publicPapers(brief.featured),
      related.listBriefs(),
      chapterReader.names(),
    ])
    const texts = [brief.summary, brief.take, ...featured.map(({ commentary }) => commentary)]
    const mentioned = await findMentionedPapers(related, texts)
    const markupOf = await renderKept(ports, [...briefTexts(brief), ...commentariesOf(featured)])
    return page(
      200,
      briefPage(siteOf(ports), { brief, featured, chapters, mentioned, markupOf, ...adjacentBriefs(published, id) }),
    )
  }
