import type { NamedChapter } from '#core/papers/chapter.ts'
import type { PassagePlace } from '#core/passages/anchor.ts'
import { splitSegments, type TextSegment } from '#core/search/highlight.ts'
import { explainHit, passageSnippet, type HitReasons } from '#core/search/ranking/explain-hit.ts'
import { askedTokens } from '#core/search/ranking/matched-words.ts'
import type { RankedQuery } from '#core/search/ranking/ranked-query.ts'
import type { SearchQuery } from '#core/search/search-query.ts'
import type { RankedList } from '#ports/store/ranking.ts'
import { bestPassage } from '#queries/search/best-passage.ts'
import type { FoundPassage } from '#queries/search/find-passages.ts'
import { passageUrl } from '#http/routing/passage-url.ts'
import { presentEntry, type Entry } from './present.ts'

type Source = PassagePlace['source']

/** What an entry of a ranked list shows besides the paper: the passage that answers best, and what counted. */
export type HitDetails = {
  passage: { pieces: TextSegment[]; source: Source; address: string } | null
  reasons: HitReasons
}

/** Marks the words that rank, wherever they stand. */
const wordsToMark = (query: RankedQuery): SearchQuery => ({
  all: [[...askedTokens(query).tokens].map((token) => ({ field: null, tokens: [token], prefix: false }))],
  none: [],
})

const presentPassage = ({ paper, passage, part }: FoundPassage, query: RankedQuery): HitDetails['passage'] => {
  const { start, text, matches, isCut } = passageSnippet(passage.text, query)
  const inside = splitSegments(
    text,
    matches.map((match) => ({ start: match.start - start, end: match.end - start })),
  )
  const dots = { text: '…', isMatch: false }
  return {
    pieces: [...(start > 0 ? [dots] : []), ...inside, ...(isCut ? [dots] : [])],
    source: passage.place.source,
    address: passageUrl({ paperId: paper.id, version: null }, { place: passage.place, part }),
  }
}

export const presentHit = (
  hit: RankedList['hits'][number],
  asked: { query: RankedQuery; worth: RankedList['worth'] },
  chapters: readonly NamedChapter[],
): Entry & { hit: HitDetails } => {
  const { paper, inText } = hit
  const { query } = asked
  const best = bestPassage(hit, asked)
  // The passage stands in place of an excerpt.
  const shown = best === null ? paper : { ...paper, abstract: null }
  return {
    ...presentEntry(shown, wordsToMark(query), chapters),
    hit: {
      passage: best === null ? null : presentPassage(best, query),
      reasons: explainHit(paper, inText?.text ?? null, query),
    },
  }
}
