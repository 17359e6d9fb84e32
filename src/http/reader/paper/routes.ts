import type { Context } from 'hono'
import { Failure } from '#core/failure.ts'
import { RELATED_PAPERS_SHOWN } from '#core/search/related-papers.ts'
import { partPassages, textParts, withPassages } from '#core/passages/text-parts.ts'
import { splitSections } from '#core/text/split-sections.ts'
import type { MarkdownRenderer } from '#ports/markdown-renderer.ts'
import { paperPath } from '#http/reader/addresses.ts'
import { HTML_TYPE, page } from '#http/routing/reply.ts'
import { findMentionedPapers } from '#http/reader/paper-links.ts'
import { readQuery } from '#http/input/query.ts'
import { pathId } from '#http/input/path-id.ts'
import { withForms } from '#http/routing/form.ts'
import type { Route } from '#http/routing/route.ts'
import { paperForms, type PaperFormPorts } from './forms.ts'
import { paperInput, textInput } from './input.ts'
import { paperFailures, withPublicVersion } from './public-paper.ts'
import { signpostHeader } from './signposts.ts'
import { renderTexts, type MarkupOf } from '#queries/render-kept-texts.ts'
import {
  commentariesOf,
  earlierCommentaryOf,
  renderKept,
  renderTextPart,
  renderWholeText,
} from '#http/reader/rendered-texts.ts'
import { isInline, paperPage } from './pages/paper.ts'
import { textPage } from './pages/text.ts'

type Ports = PaperFormPorts & { markdown: MarkdownRenderer }

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
      renderKept(ports, earlier === null ? commentariesOf([paper]) : earlierCommentaryOf(paper, earlier.version)),
      text !== null && isInline(paper)
        ? renderWholeText(ports, { paperId: paper.id, version: earlier?.version ?? null, text })
        : renderTexts(ports.markdown, []),
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
    const parts = textParts(whole)
    const sections = parts[part - 1]
    if (sections === undefined)
      throw new Failure('not_found', `The paper ${paper.id} has no part ${part} of a full text here.`)
    // Those of the present text are kept; to cut a long one anew takes time.
    const passages =
      earlier === null && !isInline(paper)
        ? await ports.store.public.passages.ofPart(paper.id, part)
        : partPassages(whole, part)
    const text = { format: whole.format, sections: withPassages(sections, passages) }
    const asked = { paperId: paper.id, version: earlier?.version ?? null, text: whole }
    const markupOf = await renderTextPart(ports, asked, { part, sections })
    const site = { houseName: ports.houseName, publicUrl: ports.publicUrl() }
    return page(200, textPage(site, { paper, earlier, text, part, parts: parts.length, markupOf }))
  })
}

const publicPage = { method: 'get', access: 'public', caching: 'revision', allowCors: false } as const
export const paperPageRoutes = (ports: Ports): Route[] => [
  ...withForms(
    {
      ...publicPage,
      path: '/papers/:id',
      summary: 'One paper with its commentary and related papers',
      query: paperInput,
      responses: {
        200: { description: 'The page.', type: HTML_TYPE, headers: ['Link'] },
        400: { description: 'The version is no number.', type: HTML_TYPE },
        ...paperFailures,
      },
      handle: showPaper(ports),
    },
    paperForms(ports),
  ),
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
