import { fuseRanks } from '#core/search/ranking/fuse-ranks.ts'
import { formatAnchor, parsePlace, type Passage } from '#core/passages/anchor.ts'
import { namedPaper, type RankedQuery } from '#core/search/ranking/ranked-query.ts'
import type { MeaningReader, NearRequest } from '#ports/meaning.ts'
import type { NearPaper, PassageReader, VersionedPaper } from '#ports/store/ranking.ts'

/** A passage as `findPassages` gives it. */
type RankedPassage = VersionedPaper & { passage: Passage; part: number | null; score: number }

/** How many of the nearest take part. Of these, papers that share no word with the question are added only if they stand out. */
const NEAR_PAPERS = 100
const NEAR_PASSAGES = 60

/**
 * Whether the question is nothing but the name of a paper or the beginning of a word, as while somebody types: what is near such
 * letters is of no interest, and they are not sent.
 */
const isNoQuestion = ({ text, plainText }: RankedQuery): boolean =>
  plainText.trim() === '' || (!/\s/u.test(text.trim()) && (text.trim().endsWith('*') || namedPaper(text) !== null))

/** Null if the question cannot be compared now, or nobody wants it to be. */
const findNear = async (
  meaning: MeaningReader | null,
  query: RankedQuery,
  request: NearRequest,
): ReturnType<MeaningReader['near']> => {
  if (meaning === null) return null
  return isNoQuestion(query) ? [] : meaning.near(query.plainText, request)
}

/** Answers every time as the first time, for an answer that is made in several searches. */
export const sameForAll = (meaning: MeaningReader): MeaningReader => {
  let first: ReturnType<MeaningReader['near']> | null = null
  return { near: (question, request) => (first ??= meaning.near(question, request)) }
}

/** The papers nearest to a question in meaning, for `RankedRequest`. */
export const findNearPapers = async (
  meaning: MeaningReader | null,
  query: RankedQuery,
): Promise<NearPaper[] | null> => {
  const near = await findNear(meaning, query, { most: NEAR_PAPERS, oncePerPaper: true, ids: null })
  if (near === null) return null
  return near.map(({ paperSeq, place, standsOut }) => ({ seq: paperSeq, place: parsePlace(place), standsOut }))
}

const keyOf = ({ paper, version, passage: { place } }: RankedPassage): string =>
  formatAnchor({ paperId: paper.id, version, place })

/** Fuses passages that were ranked by words with those nearest in meaning. Null if the question cannot be compared now. */
export const fusePassages = async (
  { meaning, passages: reader }: { meaning: MeaningReader | null; passages: PassageReader },
  query: RankedQuery,
  { byWords, ids }: { byWords: readonly RankedPassage[]; ids: readonly string[] | null },
): Promise<RankedPassage[] | null> => {
  const near = await findNear(meaning, query, { most: NEAR_PASSAGES, oncePerPaper: false, ids })
  if (near === null) return null
  const places = near.flatMap(({ place: name, ...rest }) => {
    const place = parsePlace(name)
    return place === null ? [] : [{ ...rest, place }]
  })
  const found = new Set(byWords.map(keyOf))
  const byMeaning = (await reader.listAt(places))
    .map(({ at, passage, ...paper }) => ({
      ...paper,
      passage,
      part: passage.part ?? null,
      score: 0,
      standsOut: at.standsOut,
    }))
    .filter((passage) => passage.standsOut || found.has(keyOf(passage)))
    .map(({ standsOut: _standsOut, ...passage }) => passage)
  return fuseRanks(byWords, byMeaning, keyOf).map(({ item, score }) => ({ ...item, score }))
}
