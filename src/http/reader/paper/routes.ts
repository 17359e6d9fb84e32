import type { Context } from 'hono'
import { Failure } from '#core/failure.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import { RELATED_PAPERS_SHOWN } from '#core/search/related-papers.ts'
import { citationFormats, type CitationFormat } from '#schemas/citation/citation-formats.ts'
import { referenceOf } from '#schemas/citation/reference.ts'
import { paginateSections, splitSections } from '#core/text/split-sections.ts'
import type { MarkdownRenderer } from '#ports/markdown-renderer.ts'
import type { Store } from '#ports/store/store.ts'
import { paperPath } from '#http/reader/addresses.ts'
import { HTML_TYPE, page, type Reply } from '#http/routing/reply.ts'
import { getPublicPaper } from '#queries/get-public-paper.ts'
import { findMentionedPapers } from '#http/reader/paper-links.ts'
import { readQuery } from '#http/input/query.ts'
import { pathId } from '#http/input/path-id.ts'
import type { Route } from '#http/routing/route.ts'
import { textInput } from './input.ts'
import { renderTexts, type MarkupOf } from '#queries/render-kept-texts.ts'
import { commentariesOf, renderKept } from '#http/reader/rendered-texts.ts'
import { markdownOf } from './pages/full-text.ts'
import { isInline, paperPage, PART_BYTES } from './pages/paper.ts'
import { retractedPage } from './pages/retracted.ts'
import { textPage } from './pages/text.ts'

type Ports = { store: Store; markdown: MarkdownRenderer; houseName: string; publicUrl: () => string }

/** A retraction has a page of its own; every other failure has the usual page. */
const retractedReply = (houseName: string, id: string, failure: unknown): Reply => {
  if (!(failure instanceof Failure) || failure.code !== 'retracted') throw failure
  const { retractedAt = '', reason = '' } = failure.members
  const shown = retractedPage(houseName, { id, retractedAt: String(retractedAt), reason: String(reason) })
  return page(410, shown, { 'Cache-Control': 'no-store' })
}

const withPublicPaper = async (
  { store, houseName }: Ports,
  id: string,
  show: (paper: PaperWithText) => Promise<Reply> | Reply,
): Promise<Reply> => {
  let paper: PaperWithText
  try {
    paper = await getPublicPaper(store.public.papers, id)
  } catch (failure) {
    return retractedReply(houseName, id, failure)
  }
  return show(paper)
}

const showPaper = (ports: Ports) => (context: Context) =>
  withPublicPaper(ports, pathId(context), async (paper) => {
    const { related: relatedReader, chapters: chapterReader } = ports.store.public
    const [chapters, conceptIds, citations, related, mentioned] = await Promise.all([
      chapterReader.names(),
      relatedReader.conceptIds(paper.concepts),
      relatedReader.mentions(paper.id),
      relatedReader.relatedPapers(paper, RELATED_PAPERS_SHOWN),
      findMentionedPapers(relatedReader, [paper.commentary]),
    ])
    const text = paper.fullText === null ? null : splitSections(paper.fullText)
    const [commentary, body] = await Promise.all([
      renderKept(ports, commentariesOf([paper])),
      renderTexts(ports.markdown, text !== null && isInline(paper) ? markdownOf(text) : []),
    ])
    const markupOf: MarkupOf = (asked) => (asked === paper.commentary ? commentary(asked) : body(asked))
    const site = { houseName: ports.houseName, publicUrl: ports.publicUrl() }
    return page(200, paperPage(site, { paper, chapters, conceptIds, citations, related, mentioned, text, markupOf }))
  })

const showText = (ports: Ports) => (context: Context) => {
  const { part } = readQuery(context, textInput)
  return withPublicPaper(ports, pathId(context), async (paper) => {
    const { format, sections: all } = splitSections(paper.fullText ?? '')
    const parts = paginateSections(all, PART_BYTES)
    const sections = parts[part - 1]
    if (sections === undefined)
      throw new Failure('not_found', `The paper ${paper.id} has no part ${part} of a full text here.`)
    const text = { format, sections }
    const markupOf = await renderTexts(ports.markdown, markdownOf(text))
    const site = { houseName: ports.houseName, publicUrl: ports.publicUrl() }
    return page(200, textPage(site, { paper, text, part, parts: parts.length, markupOf }))
  })
}

const sendCitation =
  (ports: Ports, { fileExtension, mediaType, write }: CitationFormat) =>
  (context: Context) => {
    const id = pathId(context).slice(0, -fileExtension.length - 1)
    return withPublicPaper(ports, id, (paper) => ({
      status: 200,
      body: write(referenceOf(paper, `${ports.publicUrl()}${paperPath(id)}`)),
      type: mediaType,
      headers: { 'Content-Disposition': `attachment; filename="${id}.${fileExtension}"` },
    }))
  }

const publicPage = { method: 'get', access: 'public', caching: 'revision', allowCors: false } as const
const paperFailures = {
  308: { description: 'The paper was a duplicate; Location names the one it is now.', type: HTML_TYPE },
  404: { description: 'No such paper, or not public.', type: HTML_TYPE },
  410: { description: 'The paper was retracted: when and why.', type: HTML_TYPE },
}

export const paperPageRoutes = (ports: Ports): Route[] => [
  ...citationFormats.map((form): Route => ({
    ...publicPage,
    allowCors: true,
    path: `/papers/:id{[^/]+\\.${form.fileExtension}}`,
    summary: `How to cite one paper, as ${form.name}`,
    responses: { 200: { description: 'The citation.', type: form.mediaType }, ...paperFailures },
    handle: sendCitation(ports, form),
  })),
  {
    ...publicPage,
    path: '/papers/:id',
    summary: 'One paper with its commentary and related papers',
    responses: { 200: { description: 'The page.', type: HTML_TYPE }, ...paperFailures },
    handle: showPaper(ports),
  },
  {
    ...publicPage,
    path: '/papers/:id/text',
    summary: 'The full text of one paper, in parts',
    query: textInput,
    responses: {
      200: { description: 'A part of the text.', type: HTML_TYPE },
      400: { description: 'The part is no number.', type: HTML_TYPE },
      ...paperFailures,
    },
    handle: showText(ports),
  },
]
