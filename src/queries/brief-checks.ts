import type { Brief } from '#core/editorial/brief.ts'
import {
  attributedQuotes,
  type BriefFinding,
  contentFindings,
  doubt,
  fault,
  linkedAddresses,
  readBriefLink,
} from '#core/editorial/brief-checks.ts'
import { faultOf } from '#core/evidence/evidence.ts'
import { byId, mentionedIds, type MentionedPapers } from '#core/papers/paper-mentions.ts'
import { foldQuote } from '#core/passages/quotes.ts'
import type { MarkdownRenderer } from '#ports/markdown-renderer.ts'
import type { PrivateReader } from '#ports/store/store.ts'
import type { ExaminedMark } from './evidence.ts'
import { locateInCorpus } from './quotes.ts'
import { renderTexts } from './rendered-texts.ts'

/** Whether a page of the library opens, given its path and query, as any visitor would ask for it. */
export type OpensPage = (path: string) => Promise<boolean>

type Ports = {
  reader: Pick<PrivateReader, 'briefs' | 'passages' | 'related'>
  markdown: MarkdownRenderer
  opensPage: OpensPage
  publicUrl: () => string
  /** Looks up the marks of a text. */
  examine: (text: string) => Promise<readonly ExaminedMark[]>
}

/** What is looked up for one text; what comes after that is named as not looked at. */
const MAX_MENTIONS = 200
const MAX_LINKS = 50
const MAX_QUOTES = 20

const SHOWN_CHARACTERS = 160
const inShort = (text: string): string => {
  const plain = text.replaceAll(/\s+/gu, ' ').trim()
  return plain.length <= SHOWN_CHARACTERS ? plain : `${plain.slice(0, SHOWN_CHARACTERS).toWellFormed()}…`
}

type Part = { part: 'summary' | 'take'; text: string }

const paperFindings = (featured: readonly string[], known: MentionedPapers): BriefFinding[] =>
  featured
    .filter((id) => !known.has(id))
    .map((id) =>
      fault({
        check: 'papers',
        part: 'featured',
        message: `${id} is not a public paper.`,
        remedy: 'Remove it, or publish the paper first.',
      }),
    )

const mentionFindings = ({ part, text }: Part, known: MentionedPapers): BriefFinding[] =>
  mentionedIds([text], MAX_MENTIONS)
    .filter((id) => !known.has(id))
    .map((id) =>
      fault({
        check: 'links',
        part,
        message: `The text names ${id}, which is not a public paper.`,
        remedy: 'Name another paper, or publish this one first.',
      }),
    )

const linkFinding = async ({ opensPage, publicUrl }: Ports, part: Part['part'], address: string) => {
  const link = readBriefLink(address, publicUrl())
  const about = { check: 'links', part } as const
  if (link.leads === 'nowhere')
    return [
      fault({ ...about, message: link.message, remedy: 'Write a complete address, such as https://example.org/.' }),
    ]
  if (link.leads === 'elsewhere') return []
  if (!(await opensPage(link.path)))
    return [
      fault({
        ...about,
        message: `The link to ${address} leads to no page that readers can open.`,
        remedy: 'Correct the address, or publish what it leads to first.',
      }),
    ]
  return link.isComplete
    ? []
    : [
        doubt({
          ...about,
          message: `The link to ${address} leads nowhere in an email.`,
          remedy: `Write ${publicUrl()}${link.path}, or the id of a paper alone.`,
        }),
      ]
}

const linkFindings = async (ports: Ports, { part }: Part, addresses: readonly string[]): Promise<BriefFinding[]> => {
  const findings: BriefFinding[] = []
  for (const address of addresses.slice(0, MAX_LINKS)) findings.push(...(await linkFinding(ports, part, address)))
  if (addresses.length > MAX_LINKS)
    findings.push(
      doubt({
        check: 'links',
        part,
        message: `It has ${addresses.length} links; those after the first ${MAX_LINKS} were not followed.`,
        remedy: 'Follow them yourself.',
      }),
    )
  return findings
}

/** Names of papers stand in quotation marks, too. */
const isTitle = (quote: string, title: string): boolean =>
  foldQuote(title, false).letters.includes(foldQuote(quote, true).letters)

const quoteFindings = async (
  { reader }: Ports,
  { part, text }: Part,
  known: MentionedPapers,
): Promise<BriefFinding[]> => {
  const quotes = attributedQuotes(text).filter(({ quote, paperId }) => {
    const paper = known.get(paperId)
    return paper !== undefined && !isTitle(quote, paper.title)
  })
  const findings: BriefFinding[] = []
  for (const { quote, paperId } of quotes.slice(0, MAX_QUOTES)) {
    const { match, passages } = await locateInCorpus(reader.passages, { quote, ids: [paperId] })
    if (match !== 'none') continue
    const nearest = passages[0]?.passage.text
    findings.push(
      doubt({
        check: 'quotations',
        part,
        message: `“${inShort(quote)}” is not in the stored text of ${paperId}.`,
        remedy:
          nearest === undefined
            ? 'Compare it with the paper.'
            : `Compare it with the paper; the nearest passage is “${inShort(nearest)}”.`,
      }),
    )
  }
  if (quotes.length > MAX_QUOTES)
    findings.push(
      doubt({
        check: 'quotations',
        part,
        message: `It has ${quotes.length} quotations; those after the first ${MAX_QUOTES} were not looked up.`,
        remedy: 'Compare them yourself.',
      }),
    )
  return findings
}

const evidenceFindings = async ({ examine }: Ports, { part, text }: Part): Promise<BriefFinding[]> =>
  (await examine(text)).flatMap(({ mark, sentence, check }) => {
    const message = faultOf(mark, check)
    if (message === null) return []
    const found = check.found === null ? '' : ` They wrote “${inShort(check.found)}”.`
    return [
      doubt({
        check: 'evidence',
        part,
        message: `${inShort(mark.mark)} after “${inShort(sentence)}”: ${message}${found}`,
        remedy: 'Correct the sentence or its mark.',
      }),
    ]
  })

/**
 * What speaks against publishing a brief as it stands. At most 50 pages and 20 quotations are looked up for each of its two
 * texts, one paper each, whatever the size of the corpus.
 */
export const checkBrief = async (ports: Ports, brief: Brief, now: Date): Promise<BriefFinding[]> => {
  const { reader, markdown } = ports
  const parts: Part[] = [
    { part: 'summary', text: brief.summary },
    { part: 'take', text: brief.take },
  ]
  const named = mentionedIds([brief.summary, brief.take], MAX_MENTIONS)
  const known = byId(await reader.related.publicPapers([...new Set([...brief.featured, ...named])]))
  const markupOf = await renderTexts(markdown, [brief.summary, brief.take])
  const findings = [...contentFindings(brief, now), ...paperFindings(brief.featured, known)]
  if ((await reader.briefs.find(brief.id)) !== null)
    findings.push(
      fault({
        check: 'week',
        part: 'week',
        message: 'This week has a published brief already.',
        remedy: 'Write the brief of another week.',
      }),
    )
  for (const part of parts) {
    findings.push(...mentionFindings(part, known))
    findings.push(...(await linkFindings(ports, part, linkedAddresses(markupOf(part.text)))))
    findings.push(...(await quoteFindings(ports, part, known)))
    findings.push(...(await evidenceFindings(ports, part)))
  }
  return findings
}
