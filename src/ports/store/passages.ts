import type { Passage } from '#core/passages/paper-passages.ts'
import type { PlacedPassage } from '#core/passages/text-parts.ts'
import type { Paper, PaperWithText } from '#core/papers/paper.ts'
import type { WeightedTerm } from '#core/search/ranking/ranked-query.ts'

/** What passages are looked for by. */
export type PassageRequest = {
  words: readonly WeightedTerm[]
  /** Words in a row, of which the abstract of a candidate may have all; empty for none. */
  phrase: readonly string[]
  /** Whether a word counts more where it says more, or the same anywhere. */
  by: 'impact' | 'presence'
  /** Only passages of these papers; null for all. */
  ids: readonly string[] | null
  /** Candidates at most: papers, whose short texts are to be read, and passages of full texts. */
  papers: number
  passages: number
}

/** A public paper as it stands. */
export type VersionedPaper = { paper: Paper; version: number }

export type PassageCandidates = {
  /** Papers by id: those whose short texts are candidates, and those of the passages. */
  papers: ReadonlyMap<string, VersionedPaper>
  /** Papers that short texts of are candidates, best first. */
  shortTexts: readonly string[]
  /** Passages of full texts, each with those before and after it in its section, best first. */
  passages: readonly { paperId: string; around: readonly PlacedPassage[]; at: number }[]
  /** What each word that some paper has is worth: its weight times its rarity. */
  worth: ReadonlyMap<string, number>
}

export type PassageReader = {
  /** What is read is bounded, whatever the corpus. Public papers only. */
  candidates(request: PassageRequest): Promise<PassageCandidates>
  /** The passages that begin in a part of the full text which a public paper has now, in their order. */
  ofPart(paperId: string, part: number): Promise<Passage[]>
  /** A version of a public paper that was public itself; null for everything else. */
  findVersion(id: string, version: number): Promise<PaperWithText | null>
  /** The version of a public paper that is public now; null for everything else. */
  currentVersion(id: string): Promise<number | null>
}
