import { shownPaper } from '#core/papers/library-words.ts'
import type { Context } from 'hono'
import { Failure } from '#core/failure.ts'
import { paperLinker } from '#core/papers/paper-mentions.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import { RELATED_PAPERS_SHOWN } from '#core/search/related-papers.ts'
import { partPassagesInSteps, textPartsInSteps, withPassages } from '#core/passages/text-parts.ts'
import { splitSectionsInSteps } from '#core/text/split-sections.ts'
import type { MarkdownRenderer } from '#ports/markdown-renderer.ts'
import { findMentionedPapers } from '#queries/mentioned-papers.ts'
import { paperPath } from '#http/reader/addresses.ts'
import { HTML_TYPE, page } from '#http/routing/reply.ts'
import { readQuery, pathId } from '#http/input/query.ts'
import { doInTurns } from '#http/routing/turns.ts'
import { withForms, type Route } from '#http/routing/route.ts'
import {
  readEarlierEvidence,
  readShownEvidence,
  renderCitingTexts,
  renderCitingVersion,
} from '#http/reader/evidence/present.ts'
import { findCitations } from './citations.ts'
import { findQuotable } from './find-quotable.ts'
import { paperForms, type PaperFormPorts } from './forms.ts'
import { paperInput, textInput } from './input.ts'
import { type EarlierVersion, paperFailures, provenanceOfShown, withPublicVersion } from './public-paper.ts'
import { signpostHeader } from './metadata.ts'
import { renderTexts, type MarkupOf } from '#queries/rendered-texts.ts'
import {
  commentariesOf,
  earlierCommentaryOf,
  renderCached,
  renderTextPart,
  renderWholeText,
} from '#http/reader/rendered-texts.ts'
import { isInline, paperPage, textPage } from './pages.ts'

type Ports = PaperFormPorts & { markdown: MarkdownRenderer }

/** Older versions are not listed; their addresses go on working. */
const MAX_VERSIONS = 20

/** The text of a note; null for what the authors wrote. */
const noteOf = ({ fullText, fullTextKind }: PaperWithText): string | null => (fullTextKind === 'note' ? fullText : null)

/** What the commentary of the shown version rests on, and its markup with links to that. */
const readCiting = async (ports: Ports, { id, commentary }: PaperWithText, earlier: EarlierVersion | null) => {
  if (earlier === null) {
    const evidence = await readShownEvidence(ports, 'paper', id)
    return { evidence, earlierEvidence: null, citing: await renderCitingTexts(ports, evidence) }
  }
  const shown = { id, version: earlier.version }
  const earlierEvidence = commentary === null ? null : await readEarlierEvidence(ports, shown)
  const citing = await (earlierEvidence === null
    ? renderCitingTexts(ports, null)
    : renderCitingVersion(ports, shown, earlierEvidence))
  return { evidence: null, earlierEvidence, citing }
}

const showPaper = (ports: Ports) => (context: Context) => {
  const { version } = readQuery(context, paperInput)
  return withPublicVersion(ports, { id: pathId(context), version }, async (whole, earlier) => {
    const words = ports.site.current()
    const paper = shownPaper(whole, words)
    const { related: relatedReader, chapters: chapterReader } = ports.store.public
    const [chapters, conceptIds, citations, related, graph, mentioned, provenance, versions] = await Promise.all([
      chapterReader.names(),
      relatedReader.conceptIds(paper.concepts),
      relatedReader.mentions(paper.id),
      relatedReader.relatedPapers(paper, RELATED_PAPERS_SHOWN),
      findCitations(ports.store.public, paper.id),
      findMentionedPapers(relatedReader, [paper.commentary, isInline(paper) ? noteOf(paper) : null]),
      provenanceOfShown(ports, paper.id, earlier),
      ports.store.public.passages.listVersions(paper.id, MAX_VERSIONS),
    ])
    const text = paper.fullText === null ? null : await doInTurns(splitSectionsInSteps(paper.fullText))
    const quotable = await findQuotable(ports, { paper, earlier, text })
    const [commentary, body] = await Promise.all([
      renderCached(ports, earlier === null ? commentariesOf([paper]) : earlierCommentaryOf(paper, earlier.version)),
      text !== null && isInline(paper)
        ? renderWholeText(ports, { paperId: paper.id, version: earlier?.version ?? null, text })
        : renderTexts(ports.markdown, []),
    ])
    const { evidence, earlierEvidence, citing } = await readCiting(ports, paper, earlier)
    const markupOf: MarkupOf = (source) => (source === paper.commentary ? commentary(source) : body(source))
    const site = { site: ports.site, publicUrl: ports.publicUrl() }
    const view = {
      paper,
      provenance,
      words,
      earlier,
      chapters,
      conceptIds,
      citations,
      related,
      graph,
      quotable,
      linked: paperLinker(mentioned),
      text,
      markupOf,
      citing,
      evidence,
      earlierEvidence,
      versions,
    }
    return page(200, paperPage(site, view), { Link: signpostHeader(paper, `${site.publicUrl}${paperPath(paper.id)}`) })
  })
}

const showText = (ports: Ports) => (context: Context) => {
  const { part, version } = readQuery(context, textInput)
  return withPublicVersion(ports, { id: pathId(context), version }, async (paper, earlier) => {
    const whole = await doInTurns(splitSectionsInSteps(paper.fullText ?? ''))
    const parts = await doInTurns(textPartsInSteps(whole))
    const sections = parts[part - 1]
    if (sections === undefined)
      throw new Failure('not_found', `There is no part ${part} of a full text of the paper ${paper.id} here.`)
    // The passages of the current text are stored; splitting a long one again takes time.
    const passages =
      earlier === null && !isInline(paper)
        ? await ports.store.public.passages.listByPart(paper.id, part)
        : await doInTurns(partPassagesInSteps(whole, parts, part))
    const text = { format: whole.format, sections: withPassages(sections, passages) }
    const textVersion = { paperId: paper.id, version: earlier?.version ?? null, text: whole }
    const markupOf = await renderTextPart(ports, textVersion, { part, sections })
    const bodies = noteOf(paper) === null ? [] : sections.map(({ body }) => body)
    const linked = paperLinker(await findMentionedPapers(ports.store.public.related, bodies))
    const site = { site: ports.site, publicUrl: ports.publicUrl() }
    return page(200, textPage(site, { paper, earlier, text, part, parts: parts.length, markupOf, linked }))
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
      ...paperFailures,
    },
    handle: showText(ports),
  },
]
