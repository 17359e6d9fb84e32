import type { Anchor } from '#core/passages/anchor.ts'
import { placeName } from '#core/passages/anchor.ts'
import { findPassage } from '#core/passages/paper-passages.ts'
import { placedPassages } from '#core/passages/text-parts.ts'
import type { PassageReader } from '#ports/store/passages.ts'
import type { FoundPassage } from '#queries/search/find-passages.ts'

/** The passage of an anchor; null unless the version was public and its paper still is. */
export const resolveAnchor = async (
  reader: PassageReader,
  { paperId, version, place }: Anchor,
): Promise<Omit<FoundPassage, 'score'> | null> => {
  const paper = await reader.findVersion(paperId, version)
  if (paper === null) return null
  const passage = findPassage(paper, place)
  if (passage === null) return null
  const { fullText, ...rest } = paper
  const name = placeName(place)
  const part =
    place.source === 'fullText'
      ? (placedPassages(fullText ?? '').find((other) => placeName(other.place) === name)?.part ?? null)
      : null
  return { paper: rest, version, passage, part }
}
