import type { Paper } from '#core/papers/paper.ts'
import { textKey, tokenize } from '#core/text/tokenize.ts'

/** What related papers have in common, as shown to readers. */

/** Words that are never keywords. */
const STOP_WORDS = new Set(
  'about above across after against along also among another back based because been before being better between both cannot could does each either enough even every fewer first from further have having here however into itself just later least less made make many more most much must neither never only other others over part rather same second shall should show shows since some still such than that their them then there these they this those through till toward towards under until upon used uses using very want were what when where whether which while whose will with within without would year years your'.split(
    ' ',
  ),
)
const MIN_KEYWORD_LENGTH = 4
const MAX_KEYWORDS = 12
export const RELATED_PAPERS_SHOWN = 5
/** An index token with the word as written. */
export type Keyword = { token: string; written: string }

const isKeyword = (written: string): boolean =>
  (written.length >= MIN_KEYWORD_LENGTH || (written.length > 1 && written === written.toUpperCase())) &&
  /\p{L}/u.test(written) &&
  !STOP_WORDS.has(written.toLowerCase())

const keywordTokens = (text: string): Keyword[] =>
  tokenize(text).flatMap(({ parts }) =>
    parts.map(({ token, start, end }) => ({ token, written: text.slice(start, end) })),
  )

/** Keywords of a paper: words of its title, then words repeated in its abstract. */
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
  // Titles are often capitalized; the abstract may have the lower-case form.
  for (const { token, written } of inAbstract)
    if (found.has(token) && written === written.toLowerCase()) found.set(token, { token, written })
  return [...found.values()].slice(0, MAX_KEYWORDS)
}

/** A feature that papers may share. `papers` counts those that have it. */
export type SimilarityFeature = { kind: 'concept' | 'word'; key: string; name: string; papers: number }

/** The total weight of the concepts among some features; the rarer a concept, the higher. */
export const conceptWeight = (features: readonly SimilarityFeature[], allPapers: number): number =>
  features.reduce(
    (sum, { kind, papers }) => sum + (kind === 'concept' ? Math.log(allPapers / Math.max(1, papers)) : 0),
    0,
  )

/** The features that a paper has: concepts first, then words, each by rarity. */
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
