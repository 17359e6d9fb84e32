import type { Severity } from '#core/editorial/gap.ts'
import { html, markdown } from '#html.ts'
import type { MarkdownRenderer } from '#ports/markdown-renderer.ts'
import { briefTexts } from '#queries/render-kept-texts.ts'
import { briefPath, gapPath, paperPath } from '#http/reader/addresses.ts'
import { explanationOf, renderKept } from '#http/reader/rendered-texts.ts'
import type { FeedEntry } from '#http/reader/feeds/formats/feed.ts'
import { ENTRIES_PER_PAGE } from './feed-forms.ts'
import { corpusBegan, type FeedPorts } from './paper-feed.ts'
import { tagUri } from './tag-uri.ts'

type Ports = FeedPorts & { markdown: MarkdownRenderer }

/** Gaps, those that editors changed last first. */
export const readGapEntries = async (ports: Ports, severity: Severity | null): Promise<FeedEntry[]> => {
  const site = ports.publicUrl()
  const began = await corpusBegan(ports)
  const all = await ports.store.public.related.gaps(severity)
  const gaps = all.toSorted((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1)).slice(0, ENTRIES_PER_PAGE)
  const markupOf = await renderKept(ports, gaps.map(explanationOf))
  return gaps.map((gap) => ({
    id: tagUri(site, began, gapPath(gap.id)),
    title: gap.title,
    page: `${site}${gapPath(gap.id)}`,
    at: gap.updatedAt,
    authors: [ports.houseName],
    content: { type: 'html', value: markdown(markupOf(gap.explanation)).toString() },
    categories: [gap.severity],
    source: null,
  }))
}

/** Published briefs, newest first, each with its texts and links to its featured papers. */
export const readBriefEntries = async (ports: Ports): Promise<FeedEntry[]> => {
  const { store, houseName } = ports
  const site = ports.publicUrl()
  const began = await corpusBegan(ports)
  const newest = (await store.public.related.listBriefs()).slice(0, ENTRIES_PER_PAGE)
  const entries = newest.map(async ({ id }): Promise<FeedEntry[]> => {
    const brief = await store.public.briefs.find(id)
    if (brief === null) return []
    const { summary, take, title, publishedAt } = brief
    const featured = await store.public.related.publicPapers(brief.featured)
    const markupOf = await renderKept(ports, briefTexts(brief))
    const links = featured.map((paper) => html`<li><a href="${site}${paperPath(paper.id)}">${paper.title}</a></li>`)
    const content = html`${markdown(markupOf(summary))}<h2>${houseName}’s take</h2>${markdown(markupOf(take))}${
      links.length > 0 && html`<h2>Featured papers</h2><ul>${links}</ul>`
    }`
    return [
      {
        id: tagUri(site, began, briefPath(id)),
        title,
        page: `${site}${briefPath(id)}`,
        at: publishedAt,
        authors: [houseName],
        content: { type: 'html', value: content.toString() },
        categories: [],
        source: null,
      },
    ]
  })
  return (await Promise.all(entries)).flat()
}
