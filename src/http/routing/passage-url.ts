import { placeName, type PassagePlace } from '#core/passages/anchor.ts'

/**
 * The address of a passage on the page of its paper, or on the page of a part of its full text.
 * @param version of the paper; null for the current one
 * @param part the part of the full text that shows it; null outside the full text
 */
export const passageUrl = (
  { paperId, version }: { paperId: string; version: number | null },
  { place, part }: { place: PassagePlace; part: number | null },
): string => {
  const isApart = part !== null && part > 0
  const query = new URLSearchParams({
    ...(version === null ? {} : { version: String(version) }),
    ...(isApart && part > 1 ? { part: String(part) } : {}),
  })
  const path = `/papers/${paperId}${isApart ? '/text' : ''}`
  return `${path}${query.size === 0 ? '' : `?${query.toString()}`}#${placeName(place)}`
}
