import { linkError } from '#core/papers/identifiers.ts'
import type { MarkdownMarkup } from '#core/text/markdown.ts'
import type { Brief } from './brief.ts'
import { weekLabel, weekSpan } from './week.ts'

/** What is looked at before a brief is published, since it never changes afterwards. */
export const briefChecks = ['text', 'take', 'papers', 'week', 'links', 'quotations', 'evidence'] as const
export type BriefCheck = (typeof briefChecks)[number]

export type BriefFinding = {
  check: BriefCheck
  /** A fault must be mended; about a doubt the editor decides. */
  weight: 'fault' | 'doubt'
  /** The part of the brief that it is about. */
  part: 'title' | 'summary' | 'take' | 'featured' | 'week'
  message: string
  remedy: string
}

export const isFault = ({ weight }: BriefFinding): boolean => weight === 'fault'

/** What a suggested draft has in place of a take. */
export const UNWRITTEN_TAKE = 'To be written.'

const isBlank = (text: string): boolean => text.trim() === ''

type Finding = Omit<BriefFinding, 'weight'>
export const fault = (finding: Finding): BriefFinding => ({ ...finding, weight: 'fault' })
export const doubt = (finding: Finding): BriefFinding => ({ ...finding, weight: 'doubt' })

/** What the fields of a brief lack, as seen at this instant. */
export const contentFindings = ({ week, title, summary, take, featured }: Brief, now: Date): BriefFinding[] => {
  const findings: BriefFinding[] = []
  if (isBlank(title))
    findings.push(fault({ check: 'text', part: 'title', message: 'It has no title.', remedy: 'Write one.' }))
  if (isBlank(summary))
    findings.push(
      fault({ check: 'text', part: 'summary', message: 'It has no text.', remedy: 'Say what the week brought.' }),
    )
  if (isBlank(take) || take.trim() === UNWRITTEN_TAKE)
    findings.push(
      fault({ check: 'take', part: 'take', message: 'The take is not written.', remedy: 'Say what you make of it.' }),
    )
  if (featured.length === 0)
    findings.push(
      doubt({
        check: 'papers',
        part: 'featured',
        message: 'It features no paper.',
        remedy: 'Add the papers that it is about.',
      }),
    )
  const { from } = weekSpan(week)
  if (from > now)
    findings.push(
      fault({
        check: 'week',
        part: 'week',
        message: `${weekLabel(week)} begins on ${from.toISOString().slice(0, 10)}.`,
        remedy: 'Wait until then, or write the brief of a week that has begun.',
      }),
    )
  return findings
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/** Where the links of rendered Markdown lead, each once; an address that was dropped is empty. */
export const linkedAddresses = (markup: MarkdownMarkup): string[] => [
  ...new Set(
    [...markup.matchAll(/<a href="(?<address>[^"<>]*)"/gu)].map(({ groups }) =>
      (groups?.address ?? '').replaceAll(
        /&(?<name>amp|lt|gt|quot|#39);/gu,
        (_all, name: string) => ENTITIES[name] ?? '',
      ),
    ),
  ),
]

/** A link as a brief has it: to a page of this library, by its path, or elsewhere; or what is wrong with it. */
export type BriefLink =
  | { leads: 'here'; path: string; isComplete: boolean }
  | { leads: 'elsewhere' }
  | { leads: 'nowhere'; message: string }

export const readBriefLink = (address: string, publicUrl: string): BriefLink => {
  if (address === '')
    return { leads: 'nowhere', message: 'A link has an address that is neither http, https nor mailto.' }
  if (address.startsWith('mailto:') || address.startsWith('#')) return { leads: 'elsewhere' }
  const isPath = /^\/(?!\/)/u.test(address)
  const error = isPath ? null : linkError(address)
  if (error !== null) return { leads: 'nowhere', message: `The link to ${address} ${error}.` }
  const url = URL.parse(address, publicUrl)
  if (url === null) return { leads: 'nowhere', message: `The link to ${address} is no address.` }
  return url.origin === new URL(publicUrl).origin
    ? { leads: 'here', path: `${url.pathname}${url.search}`, isComplete: !isPath }
    : { leads: 'elsewhere' }
}

/** A quotation that names its paper. */
export type AttributedQuote = { quote: string; paperId: string }

/** Shorter ones are names and single words. A mark ends the search for the other one, so that each character is read once. */
const IN_MARKS = /["“„«](?<quote>[^"“”„«»\n]{12,1000})["”“»][,.;]?\s{0,2}\((?<paperId>p\d{1,15})\)/gu
const SIGNED = /(?:\(|—\s?|–\s|--\s?)(?<paperId>p\d{1,15})\)?\s*$/u
const ENDS = /^[\s"“„«]+|(?<![\s"“”»,;—–-])[\s"”“»,;—–-]+$/gu

/** Runs of lines that begin with `>`, signed with a paper at their end. */
const quotedBlocks = (text: string): AttributedQuote[] => {
  const found: AttributedQuote[] = []
  let lines: string[] = []
  for (const line of [...text.split('\n'), '']) {
    if (/^ {0,3}>/u.test(line)) {
      lines.push(line.replace(/^ {0,3}> ?/u, ''))
      continue
    }
    const last = lines.at(-1) ?? ''
    const { index = 0, groups } = SIGNED.exec(last.slice(-40)) ?? {}
    const quote = [...lines.slice(0, -1), last.slice(0, Math.max(0, last.length - 40) + index)]
      .join(' ')
      .replaceAll(ENDS, '')
    if (groups?.paperId !== undefined && quote !== '') found.push({ quote, paperId: groups.paperId })
    lines = []
  }
  return found
}

/** Quotations that name their paper: “in marks” (p12), and blocks of `>` that end with (p12) or — p12. */
export const attributedQuotes = (text: string): AttributedQuote[] => {
  const blocks = quotedBlocks(text)
  const inLine = [...text.replaceAll(/^ {0,3}>.*$/gmu, '').matchAll(IN_MARKS)].map(({ groups }) => ({
    quote: groups?.quote ?? '',
    paperId: groups?.paperId ?? '',
  }))
  return [...blocks, ...inLine]
}
