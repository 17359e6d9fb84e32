import type { Context } from 'hono'
import { Failure } from '#core/failure.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import { RELATED_PAPERS_SHOWN } from '#core/search/related-papers.ts'
import { citationFormats, type CitationFormat } from '#schemas/citation/citation-formats.ts'
import { referenceOf } from '#schemas/citation/reference.ts'
import { markedPart } from '#core/passages/text-parts.ts'
import { splitSections } from '#core/text/split-sections.ts'
import type { MarkdownRenderer } from '#ports/markdown-renderer.ts'
import type { Store } from '#ports/store/store.ts'
import { paperPath } from '#http/reader/addresses.ts'
import { HTML_TYPE, page, type Reply } from '#http/routing/reply.ts'
import { getPublicPaper } from '#queries/get-public-paper.ts'
import { findMentionedPapers } from '#http/reader/paper-links.ts'
import { readQuery } from '#http/input/query.ts'
import { pathId } from '#http/input/path-id.ts'
import type { Route } from '#http/routing/route.ts'
import { paperInput, textInput } from './input.ts'
import { LINKSET_EXTENSION, LINKSET_TYPE, presentLinkset, signpostHeader } from './signposts.ts'
import { renderTexts, type MarkupOf } from '#queries/render-kept-texts.ts'
import { commentariesOf, renderKept } from '#http/reader/rendered-texts.ts'
import { markdownOf } from './pages/full-text.ts'
import type { EarlierVersion } from './pages/earlier-version.ts'
import { isInline, paperPage } from './pages/paper.ts'
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

type ShowPaper = (paper: PaperWithText) => Promise<Reply> | Reply

const withPublicPaper = async ({ store, houseName }: Ports, id: string, show: ShowPaper): Promise<Reply> => {
  let paper: PaperWithText
  try {
    paper = await getPublicPaper(store.public.papers, id)
  } catch (failure) {
    return retractedReply(houseName, id, failure)
  }
  return show(paper)
}

type AskedVersion = { id: string; version: number | null }

/** Shows a paper as it stands, or as an earlier public version had it. */
const withPublicVersion = (
  ports: Ports,
  { id, version }: AskedVersion,
  show: (paper: PaperWithText, earlier: EarlierVersion | null) => Promise<Reply> | Reply,
): Promise<Reply> =>
  withPublicPaper(ports, id, async (paper) => {
    const { passages } = ports.store.public
    const current = version === null ? null : await passages.currentVersion(id)
    if (version === null || current === null || version === current) return show(paper, null)
    const earlier = await passages.findVersion(id, version)
    if (earlier === null) throw new Failure('not_found', `The paper ${id} has no public version ${version}.`)
    return show(earlier, { version, current })
  })

const showPaper = (ports: Ports) => (context: Context) => {
  const { version } = readQuery(context, paperInput)
  return withPublicVersion(ports, { id: pathId(context), version }, async (paper, earlier) => {
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
      earlier === null
        ? renderKept(ports, commentariesOf([paper]))
        : renderTexts(ports.markdown, paper.commentary === null ? [] : [paper.commentary]),
      renderTexts(ports.markdown, text !== null && isInline(paper) ? markdownOf(text) : []),
    ])
    const markupOf: MarkupOf = (asked) => (asked === paper.commentary ? commentary(asked) : body(asked))
    const site = { houseName: ports.houseName, publicUrl: ports.publicUrl() }
    const view = { paper, earlier, chapters, conceptIds, citations, related, mentioned, text, markupOf }
    return page(200, paperPage(site, view), { Link: signpostHeader(paper, `${site.publicUrl}${paperPath(paper.id)}`) })
  })
}

const showText = (ports: Ports) => (context: Context) => {
  const { part, version } = readQuery(context, textInput)
  return withPublicVersion(ports, { id: pathId(context), version }, async (paper, earlier) => {
    const whole = splitSections(paper.fullText ?? '')
    const marked = markedPart(whole, part)
    if (marked === null)
      throw new Failure('not_found', `The paper ${paper.id} has no part ${part} of a full text here.`)
    const { parts, sections } = marked
    const text = { format: whole.format, sections }
    const markupOf = await renderTexts(ports.markdown, markdownOf(text))
    const site = { houseName: ports.houseName, publicUrl: ports.publicUrl() }
    return page(200, textPage(site, { paper, earlier, text, part, parts, markupOf }))
  })
}

/** The paper whose id stands before an ending, such as p12 in p12.bib. */
const withPaperBefore =
  (ports: Ports, ending: string, show: (paper: PaperWithText, pageUrl: string) => Reply) => (context: Context) => {
    const id = pathId(context).slice(0, -ending.length - 1)
    return withPublicPaper(ports, id, (paper) => show(paper, `${ports.publicUrl()}${paperPath(id)}`))
  }

const sendCitation = (ports: Ports, { fileExtension, mediaType, write }: CitationFormat) =>
  withPaperBefore(ports, fileExtension, (paper, pageUrl) => ({
    status: 200,
    body: write(referenceOf(paper, pageUrl)),
    type: mediaType,
    headers: { 'Content-Disposition': `attachment; filename="${paper.id}.${fileExtension}"` },
  }))

const sendLinkset = (ports: Ports) =>
  withPaperBefore(ports, LINKSET_EXTENSION, (paper, pageUrl) => ({
    status: 200,
    body: JSON.stringify(presentLinkset(paper, pageUrl)),
    type: LINKSET_TYPE,
    headers: {},
  }))

const publicPage = { method: 'get', access: 'public', caching: 'revision', allowCors: false } as const
const paperFailures = {
  308: { description: 'The paper was a duplicate; Location names the one it is now.', type: HTML_TYPE },
  404: { description: 'No such paper, or not public.', type: HTML_TYPE },
  410: { description: 'The paper was retracted: when and why.', type: HTML_TYPE },
}

/** Where a form of a paper is: ids hold no dots, so what follows the first one is the form. */
const formPath = (ending: string): `/${string}` => `/papers/:id{[^/.]+\\.${ending.replaceAll('.', '\\.')}}`

export const paperPageRoutes = (ports: Ports): Route[] => [
  {
    ...publicPage,
    allowCors: true,
    path: formPath(LINKSET_EXTENSION),
    summary: 'Links from one paper to its forms and files, as a linkset',
    responses: { 200: { description: 'The links.', type: LINKSET_TYPE }, ...paperFailures },
    handle: sendLinkset(ports),
  },
  ...citationFormats.map((form): Route => ({
    ...publicPage,
    allowCors: true,
    path: formPath(form.fileExtension),
    summary: `How to cite one paper, as ${form.name}`,
    responses: { 200: { description: 'The citation.', type: form.mediaType }, ...paperFailures },
    handle: sendCitation(ports, form),
  })),
  {
    ...publicPage,
    path: '/papers/:id',
    summary: 'One paper with its commentary and related papers',
    query: paperInput,
    responses: {
      200: { description: 'The page.', type: HTML_TYPE },
      400: { description: 'The version is no number.', type: HTML_TYPE },
      ...paperFailures,
    },
    handle: showPaper(ports),
  },
  {
    ...publicPage,
    path: '/papers/:id/text',
    summary: 'The full text of one paper, in parts',
    query: textInput,
    responses: {
      200: { description: 'A part of the text.', type: HTML_TYPE },
      400: { description: 'The part or the version is no number.', type: HTML_TYPE },
      ...paperFailures,
    },
    handle: showText(ports),
  },
]
