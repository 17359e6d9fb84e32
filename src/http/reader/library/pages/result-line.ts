import { html, type Html } from '#html.ts'
import { count, countOfPapers } from '#http/reader/library/present.ts'

/** How many papers a view has, and how they were found. */
export type ResultLine = {
  papers: number
  isExact: boolean
  query: string | null
  /** Of a ranked list: how its order is said. Null for a list of all that match. */
  order: string | null
  /** Of a ranked list: how many papers have all words, and where they are; null where that cannot be asked. */
  allWords: { papers: number; isExact: boolean; address: string } | null
  /** Of a list that requires all words without being told to by operators: the ranked one. */
  bestMatchUrl: string | null
  /** Words that were searched for in place of misspelt ones. */
  corrections: readonly { from: string; to: string }[]
}

/** `26 papers, best match; all words: 3`, or `3 papers for planning`. */
export const resultLine = (line: ResultLine): Html => {
  const { papers, isExact, query, order, allWords, bestMatchUrl } = line
  const counted = countOfPapers(papers, isExact)
  const everyWord =
    allWords !== null &&
    html`; all words: ${allWords.papers === 0 ? '0' : html`<a href="${allWords.address}">${count(allWords.papers, allWords.isExact)}</a>`}`
  if (order !== null) return html`${counted}, ${order}${everyWord}`
  return html`${counted}${query !== null && html` for <bdi>${query}</bdi>`}${bestMatchUrl !== null && html` with all words; <a href="${bestMatchUrl}">best match</a>`}`
}

export const correctedWords = ({ corrections }: ResultLine): Html | false =>
  corrections.length > 0 &&
  html`<p class="quiet">${corrections.map(({ from, to }) => html`Searched for <b dir="auto">${to}</b> in place of <bdi>${from}</bdi>, which no paper has. `)}</p>`
