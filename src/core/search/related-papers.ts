import type { Paper } from '#core/papers/paper.ts'
import { textKey, tokenize } from '#core/text/tokenize.ts'

/** What two papers have in common, to be told to readers. */

/** Words that say little wherever they stand. */
const STOP_WORDS = new Set(
  'about above across after against along also among another back based because been before being better between both cannot could does each either enough even every fewer first from further have having here however into itself just later least less made make many more most much must neither never only other others over part rather same second shall should show shows since some still such than that their them then there these they this those through till toward towards under until upon used uses using very want were what when where whether which while whose will with within without would year years your'.split(
    ' ',
  ),
)
const MIN_KEYWORD_LENGTH = 4
const MAX_KEYWORDS = 12
/** Related papers on the page of a paper. */
export const RELATED_PAPERS_SHOWN = 5
/** A word as the index knows it, with the letters it is written in. */
export type Keyword = { token: string; written: string }

const isKeyword = (written: string): boolean =>
  (written.length >= MIN_KEYWORD_LENGTH || (written.length > 1 && written === written.toUpperCase())) &&
  /\p{L}/u.test(written) &&
  !STOP_WORDS.has(written.toLowerCase())

const keywordTokens = (text: string): Keyword[] =>
  tokenize(text).flatMap(({ parts }) =>
    parts.map(({ token, start, end }) => ({ token, written: text.slice(start, end) })),
  )

/** Words that say what a paper is about: those of its title, then those that its abstract repeats. */
export const extractKeywords = ({ title, abstract }: Pick<Paper, 'title' | 'abstract'>): Keyword[] => {
  const found = new Map<string, Keyword>()
  const note = (word: Keyword): void => {
    if (isKeyword(word.written) && !found.has(word.token)) found.set(word.token, word)
  }
  const inTitle = keywordTokens(title)
  const inAbstract = keywordTokens(abstract ?? '')
  const seen = new Set<string>()
  for (const word of inTitle) note(word)
  for (const word of inAbstract) {
    if (seen.has(word.token)) note(word)
    seen.add(word.token)
  }
  // Titles are often written in capitals; the text may have the plain form.
  for (const { token, written } of inAbstract)
    if (found.has(token) && written === written.toLowerCase()) found.set(token, { token, written })
  return [...found.values()].slice(0, MAX_KEYWORDS)
}

/** Something that a paper may share: the key it is found by, its name, and the papers that have it. */
export type SimilarityFeature = { kind: 'concept' | 'word'; key: string; name: string; papers: number }

/** What the concepts among some features say together: the fewer papers have one, the more. */
export const conceptWorth = (features: readonly SimilarityFeature[], allPapers: number): number =>
  features.reduce(
    (sum, { kind, papers }) => sum + (kind === 'concept' ? Math.log(allPapers / Math.max(1, papers)) : 0),
    0,
  )

/** The features that a paper has indeed: concepts first, then words, the rarest first. */
export const sharedFeatures = (paper: Paper, features: readonly SimilarityFeature[]): SimilarityFeature[] => {
  const concepts = new Set(paper.concepts.map(textKey))
  const tokens = new Set(
    [paper.title, paper.abstract ?? '', ...paper.topics].flatMap((text) =>
      keywordTokens(text).map(({ token }) => token),
    ),
  )
  const had = features
    .filter(({ kind, key }) => (kind === 'concept' ? concepts : tokens).has(key))
    .toSorted((a, b) => (a.kind === b.kind ? a.papers - b.papers : a.kind === 'concept' ? -1 : 1))
  const named = new Set(
    had.flatMap(({ kind, name }) => (kind === 'concept' ? keywordTokens(name).map(({ token }) => token) : [])),
  )
  // A word of a shared concept's name adds nothing.
  return had.filter(({ kind, key }) => kind === 'concept' || !named.has(key))
}
