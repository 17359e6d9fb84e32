import type { Steps } from '#core/steps.ts'
import { keyTokens } from '#core/text/tokenize.ts'
import type { InlineCitation } from './named-works.ts'
import type { ReportBlock, ReportText, TextSpan } from './report-text.ts'

/** Words that a text quotes, and the citations that stand with them: one work, or several that are cited together. */
export type ReportQuotation = TextSpan & { words: string; citations: InlineCitation[] }

/** The fewest words of a quotation; what is shorter is a term or irony. `[p19 "…"]` may have fewer. */
export const MIN_QUOTED_WORDS = 4
const MAX_QUOTED = 3_000

/** How far two places are from each other in a text that reads on. */
type Sentence = TextSpan

const ABBREVIATION =
  /(?:\b(?:al|e\.g|i\.e|cf|vs|etc|fig|figs|eq|eqs|sec|secs|no|nos|pp|p|vol|dr|prof|approx|resp|st|ed|eds|ch)|(?<!\p{L})\p{Lu})\.$/iu
/** The end of a sentence, with the citations that follow its full stop. */
const END =
  /[.!?]["”’'»)\]*_]{0,4}(?:\s?\[[^[\]\n]{0,120}\](?:\([^()\s]{0,300}\))?|\s?\([^()\n]{0,200}\)(?=\s|$)|\s?\[\^[\w-]{1,20}\]){0,6}[.]?\s+(?=["“„«*_]{0,3}\p{Lu})/gu

const sentencesOf = (text: string): Sentence[] => {
  const sentences: Sentence[] = []
  let start = 0
  for (const { index, 0: sign } of text.matchAll(END)) {
    if (sign.startsWith('.') && /^\.\s/u.test(sign) && ABBREVIATION.test(text.slice(Math.max(0, index - 8), index + 1)))
      continue
    sentences.push({ start, end: index + sign.length })
    start = index + sign.length
  }
  return [...sentences, { start, end: text.length }]
}

const CURLY = /“(?<curly>[^“”]{1,3000})”|„(?<low>[^„“”]{1,3000})[“”]|«(?<angle>[^«»]{1,3000})»/gu
const OPENS_BEFORE = /[\s([{—–\-/:;,*_>]|^$/u
const CLOSES_AFTER = /[\s)\]}.,;:!?—–\-/*_…'’]|^$/u

/** Words between straight marks: one that begins a word opens, and one that ends a word closes. */
const straightQuotes = (text: string): (TextSpan & { words: string })[] => {
  const found: (TextSpan & { words: string })[] = []
  let open: number | null = null
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) {
    const [before, after] = [text[at - 1] ?? '', text[at + 1] ?? '']
    const mayOpen = OPENS_BEFORE.test(before) && !/^\s?$/u.test(after)
    const mayClose = !/^\s?$/u.test(before) && CLOSES_AFTER.test(after)
    if (open !== null && at - open > MAX_QUOTED) open = null
    if (open === null) {
      // An inch: 5".
      if (mayOpen) open = at
    } else if (mayClose || !mayOpen) {
      found.push({ start: open, end: at + 1, words: text.slice(open + 1, at) })
      open = null
    } else open = at
  }
  return found
}

/** Quotations in either kind of marks; one within another is a part of it. */
const markedQuotes = (text: string): (TextSpan & { words: string })[] => {
  const curly = [...text.matchAll(CURLY)].map(({ index, 0: whole, groups }) => ({
    start: index,
    end: index + whole.length,
    words: groups?.curly ?? groups?.low ?? groups?.angle ?? '',
  }))
  const outermost: (TextSpan & { words: string })[] = []
  let end = 0
  for (const quote of [...curly, ...straightQuotes(text)].toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (quote.start < end) continue
    outermost.push(quote)
    ;({ end } = quote)
  }
  return outermost
}

const gapBetween = (a: TextSpan, b: TextSpan): number => (a.end <= b.start ? b.start - a.end : a.start - b.end)

/** Closing punctuation and a bracket between a quotation and the citation that follows it. */
const FOLLOWS = /^[\s.,;:!?…)\]"”’*_–—-]{0,4}[([]?\s?$/u

/** Citations of a sentence that are compared with a quotation: so many before and after it. */
const NEARBY = 8
/** A turn to something else between a quotation and a citation. */
const TURN = /;|\b(?:while|whereas|but)\b/u

/** The group of citations that a quotation in a sentence belongs to: what follows it directly, or else the nearest. */
const tiedGroup = (
  quote: TextSpan,
  { before, after }: { before: readonly InlineCitation[]; after: readonly InlineCitation[] },
  text: (span: TextSpan) => string,
): number | null => {
  const [next] = after
  const between = next === undefined ? '' : text({ start: quote.end, end: next.start })
  if (next !== undefined && FOLLOWS.test(between)) return next.group
  const last = before.at(-1)
  if (last === undefined || next === undefined) return (last ?? next)?.group ?? null
  // Names that introduce what is quoted go before a citation of something else further on.
  const introduced = before.findLast(({ work }) => work.by === 'names')
  const isLastNearer = gapBetween(last, quote) < gapBetween(next, quote)
  if (!isLastNearer && introduced !== undefined && TURN.test(between)) return introduced.group
  return isLastNearer ? last.group : next.group
}

const wordCount = (words: string): number => keyTokens(words.slice(0, MAX_QUOTED)).length

const ATTRIBUTION = /(?:\r?\n|\s)\s*(?:[—–]|--?)\s*[^\n]{0,300}$/u
const SURROUNDING = /^[\s"“„«*_]+|(?<![\s"”“»*_])[\s"”“»*_]+$/gu
const LABEL = /^\s*(?:\*\*|__|\[!)/u

/** What a block quotation says, and the citations that it ends or begins with. Null where it is prose of the text itself. */
const blockQuote = (
  text: string,
  block: ReportBlock,
  own: readonly InlineCitation[],
): Omit<ReportQuotation, 'citations'> | null => {
  const { start } = block
  let { end } = block
  if (LABEL.test(text.slice(start, end))) return null
  const last = own.at(-1)
  if (last !== undefined) {
    const after = text.slice(last.end, end)
    if (wordCount(after) > 3) return null
    const first = own.find(({ group }) => group === last.group) ?? last
    end = first.start
  }
  const cut = text.slice(start, end).replace(/[\s([]+$/u, '')
  end = start + cut.length
  const attribution = ATTRIBUTION.exec(text.slice(Math.max(start, end - 320), end))
  if (attribution !== null && /^\s*(?:[—–]|--)/u.test(attribution[0]) && wordCount(attribution[0]) <= 12)
    end -= attribution[0].length
  const words = text.slice(start, end).replaceAll(SURROUNDING, '')
  const lead = text.slice(start, end).indexOf(words)
  return words === '' ? null : { start: start + Math.max(0, lead), end, words }
}

const isDirectlyAfter = (text: string): boolean => /^\s*$/u.test(text)

/** The quotations of a text that stand with a citation, in order. */
export function* readQuotations(
  { masked, blocks }: ReportText,
  citations: readonly InlineCitation[],
): Steps<ReportQuotation[]> {
  const found: ReportQuotation[] = citations.flatMap((citation) => {
    const { quoted } = citation
    return quoted === null ? [] : [{ start: quoted.start, end: quoted.end, words: quoted.words, citations: [citation] }]
  })
  const ofGroup = Map.groupBy(citations, ({ group }) => group)
  let at = 0
  const byBlock = blocks.map(({ end }) => {
    const own: InlineCitation[] = []
    for (let citation = citations[at]; citation !== undefined && citation.start < end; citation = citations[at]) {
      own.push(citation)
      at += 1
    }
    return own
  })
  for (const [index, block] of blocks.entries()) {
    yield
    const own = byBlock[index] ?? []
    if (block.kind === 'quote') {
      const quote = blockQuote(masked, block, own)
      const [before, after] = [blocks[index - 1], blocks[index + 1]]
      const isJoined = before !== undefined && isDirectlyAfter(masked.slice(before.end, block.start))
      const introduced = isJoined ? lastSentence(masked, before, byBlock[index - 1] ?? []) : []
      const followed = after === undefined ? [] : startOf(masked, after, byBlock[index + 1] ?? [])
      const tied = own.length > 0 ? own : introduced.length > 0 ? introduced : followed
      const group = (own.length > 0 ? tied.at(-1) : tied.at(introduced.length > 0 ? -1 : 0))?.group
      if (quote !== null) {
        if (group !== undefined && wordCount(quote.words) >= MIN_QUOTED_WORDS)
          found.push({ ...quote, citations: ofGroup.get(group) ?? [] })
        continue
      }
    }
    found.push(
      ...quotesOfProse(masked, block, own).map(({ group, ...quote }) => ({
        ...quote,
        citations: ofGroup.get(group) ?? [],
      })),
    )
  }
  return found.toSorted((a, b) => a.start - b.start)
}

/** What the block before a quotation ends with. */
const INTRODUCES = /[:：]["”*_)\]\s]{0,4}$/u

/** The citations in the last sentence of a block that introduces a quotation. */
const lastSentence = (masked: string, block: ReportBlock, own: readonly InlineCitation[]): InlineCitation[] => {
  const text = masked.slice(block.start, block.end)
  if (block.kind === 'quote' || own.length === 0 || !INTRODUCES.test(text)) return []
  const from = block.start + (sentencesOf(text).at(-1)?.start ?? 0)
  return own.filter(({ start }) => start >= from)
}

/** The citation that is all of a block after a quotation. */
const startOf = (masked: string, block: ReportBlock, own: readonly InlineCitation[]): InlineCitation[] => {
  const [first] = own
  if (first === undefined || block.kind === 'quote') return []
  const last = own.at(-1) ?? first
  const isAlone =
    /^[\s([—–*_-]{0,8}$/u.test(masked.slice(block.start, first.start)) &&
    /^[\s)\].*_]{0,8}$/u.test(masked.slice(last.end, block.end))
  return isAlone ? [first] : []
}

const quotesOfProse = (
  masked: string,
  block: ReportBlock,
  own: readonly InlineCitation[],
): (Omit<ReportQuotation, 'citations'> & { group: number })[] => {
  if (own.length === 0) return []
  const text = masked.slice(block.start, block.end)
  const quotes = markedQuotes(text).map((quote) => ({
    ...quote,
    start: quote.start + block.start,
    end: quote.end + block.start,
  }))
  // A full stop within a quotation does not end the sentence around it.
  const ends: number[] = []
  let at = 0
  for (const { end } of sentencesOf(text)) {
    while ((quotes[at]?.end ?? Infinity) <= end + block.start) at += 1
    if ((quotes[at]?.start ?? Infinity) >= end + block.start || end === text.length) ends.push(end + block.start)
  }
  const found: (Omit<ReportQuotation, 'citations'> & { group: number })[] = []
  let [sentence, first, sentenceStart] = [0, 0, block.start]
  for (const quote of quotes) {
    while ((ends[sentence] ?? Infinity) <= quote.start) {
      sentenceStart = ends[sentence] ?? sentenceStart
      sentence += 1
    }
    const sentenceEnd = ends[sentence] ?? block.end
    if (wordCount(quote.words) < MIN_QUOTED_WORDS) continue
    while ((own[first]?.end ?? Infinity) <= quote.start) first += 1
    const near = own.slice(Math.max(0, first - NEARBY), first + NEARBY)
    const isQuoted = near.some(({ quoted, start, end }) => quoted !== null && start <= quote.start && end >= quote.end)
    const before = near.filter(({ start, end }) => end <= quote.start && start >= sentenceStart)
    const after = near.filter(({ start }) => start >= quote.end && start < sentenceEnd)
    const group = isQuoted ? null : tiedGroup(quote, { before, after }, ({ start, end }) => masked.slice(start, end))
    if (group !== null) found.push({ ...quote, group })
  }
  return found
}
