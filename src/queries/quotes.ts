import { type Passage, shortPassages, placeName } from '#core/passages/anchor.ts'
import {
  locateQuote,
  type QuoteMatch,
  quoteSimilarity,
  lookedUpWords,
  quotePhrase,
  quoteTokens,
} from '#core/passages/quotes.ts'
import { tokenize } from '#core/text/tokenize.ts'
import type { PassageCandidates, PassageReader, VersionedPaper } from '#ports/store/ranking.ts'

/** Where a quotation was found: a passage, or several joined ones, and the offsets in its text. */
export type LocatedQuote = VersionedPaper & {
  passage: Passage
  part: number | null
  match: QuoteMatch
  /** Offsets in the text of the passage; null for the nearest passage, which does not contain the quotation. */
  place: { start: number; end: number } | null
  /** How much of the quotation the passage contains, from 0 to 1. */
  similarity: number
}

/** Limits on what is read for one quotation, whatever the size of the corpus. */
const PAPERS = 20
const PASSAGES = 20
/** Passages that are compared word for word when the quotation is not found. */
const COMPARED = 12

/** Consecutive passages of one text. */
type Run = { paper: VersionedPaper; passages: (Passage & { part?: number })[]; isMarkdown: boolean }

const toRuns = ({ papers, shortTexts, passages }: PassageCandidates): Run[] => [
  ...shortTexts.flatMap((id): Run[] => {
    const paper = papers.get(id)
    if (paper === undefined) return []
    const { abstract, commentary } = paper.paper
    return [
      { paper, passages: shortPassages('abstract', abstract), isMarkdown: false },
      { paper, passages: shortPassages('commentary', commentary), isMarkdown: true },
    ]
  }),
  ...passages.flatMap(({ paperId, around }): Run[] => {
    const paper = papers.get(paperId)
    return paper === undefined ? [] : [{ paper, passages: [...around], isMarkdown: true }]
  }),
]

/** The passages of a run that a range touches, joined into one that is named after the first. */
const passageAt = (
  { passages }: Run,
  { start, end }: { start: number; end: number },
): { passage: Passage & { part?: number }; offset: number } | null => {
  let at = 0
  const placed = passages.map((passage) => {
    at += passage.text.length
    return { passage, from: at - passage.text.length, to: at }
  })
  const touched = placed.filter(({ from, to }) => from < end && to > start)
  const [first] = touched
  if (first === undefined) return null
  const text = touched.map(({ passage }) => passage.text).join('')
  return { passage: { ...first.passage, text }, offset: first.from }
}

const locateIn = (run: Run, quote: string): LocatedQuote[] =>
  locateQuote(quote, run.passages.map(({ text }) => text).join(''), run.isMarkdown).flatMap(({ match, start, end }) => {
    const found = passageAt(run, { start, end })
    if (found === null) return []
    const { passage, offset } = found
    const place = { start: start - offset, end: end - offset }
    return [{ ...run.paper, passage, part: passage.part ?? null, match, place, similarity: 1 }]
  })

const keyOf = ({ paper, passage, place }: LocatedQuote): string =>
  `${paper.id} ${placeName(passage.place)} ${place?.start ?? ''}`

const withoutRepeats = (found: readonly LocatedQuote[]): LocatedQuote[] => [
  ...new Map(found.map((one) => [keyOf(one), one])).values(),
]

const nearest = (runs: readonly Run[], quote: string): LocatedQuote[] => {
  const words = quoteTokens(quote)
  const compared = runs.flatMap(({ paper, passages }) => passages.map((passage) => ({ paper, passage })))
  const scored = withoutRepeats(
    compared.slice(0, COMPARED * 3).map(({ paper, passage }) => {
      const passageWords = tokenize(passage.text).flatMap(({ parts }) => parts.map(({ token }) => token))
      const similarity = quoteSimilarity(words, passageWords)
      return { ...paper, passage, part: passage.part ?? null, match: 'none' as const, place: null, similarity }
    }),
  )
  return scored
    .filter(({ similarity }) => similarity > 0)
    .toSorted((a, b) => b.similarity - a.similarity)
    .slice(0, 1)
}

/** Finds a quotation in the public texts: all exact places, or else all that differ in form only, or else the nearest passage. */
export const locateInCorpus = async (
  reader: PassageReader,
  { quote, ids }: { quote: string; ids: readonly string[] | null },
): Promise<{ match: QuoteMatch; passages: LocatedQuote[] }> => {
  const found = await reader.candidates({
    words: lookedUpWords(quote).map((term) => ({ term, weight: 1 })),
    question: null,
    phrase: ids === null ? quotePhrase(quote) : [],
    by: 'presence',
    ids,
    papers: PAPERS,
    passages: PASSAGES,
  })
  const runs = toRuns(found)
  const places = withoutRepeats(runs.flatMap((run) => locateIn(run, quote)))
  const exact = places.filter(({ match }) => match === 'exact')
  if (exact.length > 0) return { match: 'exact', passages: exact }
  if (places.length > 0) return { match: 'normalized', passages: places }
  return { match: 'none', passages: nearest(runs, quote) }
}
