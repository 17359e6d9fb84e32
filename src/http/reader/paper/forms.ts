import { shownPaper } from '#core/papers/library-words.ts'
import type { PublicProvenance } from '#core/assessment/provenance.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import type { Clock } from '#ports/runtime.ts'
import type { Store } from '#ports/store/store.ts'
import { citationFormats } from '#schemas/citation/citation-formats.ts'
import { referenceOf } from '#schemas/citation/reference.ts'
import { paperMarkdown } from '#schemas/markdown.ts'
import { plainPaper } from '#schemas/paper-list-formats.ts'
import { checkedId, readQuery } from '#http/input/query.ts'
import { doInTurns } from '#http/routing/turns.ts'
import { pageUrls, paperPath } from '#http/reader/addresses.ts'
import {
  earlierInMarkdown,
  footnotedText,
  footnotes as footnotesOf,
  readEarlierEvidence,
  readShownEvidence,
} from '#http/reader/evidence/present.ts'
import type { Form } from '#http/routing/route.ts'
import { JSON_TYPE, MARKDOWN_TYPE, TEXT_TYPE } from '#http/routing/reply.ts'
import { paperInput } from './input.ts'
import { scholarlyArticle, LINKSET_EXTENSION, LINKSET_TYPE, presentLinkset } from './metadata.ts'
import { type EarlierVersion, provenanceOfShown, withPublicVersion } from './public-paper.ts'
import type { LiveSite } from '#ports/site.ts'

export type PaperFormPorts = {
  store: Store
  clock: Clock
  site: LiveSite
  publicUrl: () => string
  /** A paper as the corpus API presents it. */
  presentPaper: (paper: PaperWithText) => object
}

/** What was recorded of the values of the current version; nothing for an earlier one. */
type FormPorts = PaperFormPorts & { findProvenance: () => Promise<PublicProvenance>; earlier: EarlierVersion | null }

type PaperForm = Pick<Form, 'ending' | 'name' | 'mediaType'> & {
  isDownload?: true
  /** It is the form of the APIs, which keeps what pages do not show. */
  keepsAll?: true
  write: (paper: PaperWithText, pageUrl: string, ports: FormPorts) => string | Promise<string>
}

const citations: readonly PaperForm[] = citationFormats.map(({ fileExtension, name, mediaType, write }) => ({
  ending: fileExtension,
  name,
  mediaType,
  isDownload: true,
  write: (paper, pageUrl) => write(referenceOf(paper, pageUrl)),
}))

/** The commentary of a version with references to footnotes, and those. */
const citingInMarkdown = async (
  ports: FormPorts,
  { id, commentary }: PaperWithText,
): Promise<{ commentary: string | null; footnotes: string }> => {
  if (commentary === null) return { commentary, footnotes: '' }
  const { earlier } = ports
  const urls = pageUrls(ports.publicUrl())
  if (earlier !== null) {
    const evidence = await readEarlierEvidence(ports, { id, version: earlier.version })
    if (evidence === null) return { commentary, footnotes: '' }
    const { text, footnotes } = earlierInMarkdown(evidence, urls)
    return { commentary: text, footnotes }
  }
  const evidence = await readShownEvidence(ports, 'paper', id)
  return {
    commentary: footnotedText(evidence, `paper:${id}`, commentary),
    footnotes: footnotesOf(evidence, urls),
  }
}

/** All forms of a paper other than its page. */
export const paperFormats: readonly PaperForm[] = [
  {
    ending: 'md',
    name: 'Markdown',
    mediaType: MARKDOWN_TYPE,
    write: async (paper, pageUrl, ports) => {
      const { site, findProvenance } = ports
      const { commentary, footnotes } = await citingInMarkdown(ports, paper)
      const place = {
        houseName: site.current().name,
        words: site.current(),
        pageUrl,
        provenance: await findProvenance(),
      }
      const document = await doInTurns(paperMarkdown({ ...paper, commentary }, place))
      return `${document}${footnotes}`
    },
  },
  {
    ending: 'json',
    name: 'JSON',
    mediaType: JSON_TYPE,
    keepsAll: true,
    write: (paper, _pageUrl, { presentPaper }) => JSON.stringify(presentPaper(paper)),
  },
  {
    ending: 'jsonld',
    name: 'JSON-LD',
    mediaType: 'application/ld+json',
    write: (paper, pageUrl) => JSON.stringify(scholarlyArticle(paper, pageUrl)),
  },
  ...citations,
  { ending: 'txt', name: 'text', mediaType: TEXT_TYPE, write: plainPaper },
  {
    ending: LINKSET_EXTENSION,
    name: 'linkset',
    mediaType: LINKSET_TYPE,
    write: (paper, pageUrl) => JSON.stringify(presentLinkset(paper, pageUrl)),
  },
]

const download = (id: string, ending: string): Record<string, string> => ({
  'Content-Disposition': `attachment; filename="${id}.${ending}"`,
})

export const paperForms = (ports: PaperFormPorts): Form[] =>
  paperFormats.map(({ ending, name, mediaType, isDownload, keepsAll, write }) => ({
    ending,
    name,
    mediaType,
    show: (context, id) => {
      const { version } = readQuery(context, paperInput)
      return withPublicVersion(ports, { id: checkedId(id), version }, async (paper, earlier) => ({
        status: 200,
        body: await write(
          keepsAll === true ? paper : shownPaper(paper, ports.site.current()),
          `${ports.publicUrl()}${paperPath(paper.id)}`,
          {
            ...ports,
            findProvenance: () => provenanceOfShown(ports, paper.id, earlier),
            earlier,
          },
        ),
        type: mediaType,
        headers: isDownload === true ? download(paper.id, ending) : {},
      }))
    },
  }))
