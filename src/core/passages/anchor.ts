import { PAPER_ID } from '#core/papers/paper.ts'

/**
 * Where a passage stands: in the abstract, in the commentary, or in a section of the full text. `s4.2` is the second
 * passage of the fourth section.
 */
export type PassagePlace =
  | { source: 'abstract' | 'commentary'; number: number }
  | { source: 'fullText'; section: number; number: number }

/** The name of a place within its paper, also the id of its element on the paper's page. */
export const placeName = (place: PassagePlace): string =>
  place.source === 'fullText' ? `s${place.section}.${place.number}` : `${place.source}.${place.number}`

/** A place in one version of a paper. What a version says never changes, so an anchor means the same for good. */
export type Anchor = { paperId: string; version: number; place: PassagePlace }

/** `p12@3#s4.2`: the paper, its version, the place. */
export const formatAnchor = ({ paperId, version, place }: Anchor): string => `${paperId}@${version}#${placeName(place)}`

const ANCHOR =
  /^(?<id>p\d{1,15})@(?<version>[1-9]\d{0,8})#(?:(?<source>abstract|commentary)|s(?<section>[1-9]\d{0,8}))\.(?<number>[1-9]\d{0,8})$/u

/** Null for what is no anchor. */
export const parseAnchor = (text: string): Anchor | null => {
  const { id = '', version, source, section, number } = ANCHOR.exec(text)?.groups ?? {}
  if (!PAPER_ID.test(id)) return null
  const paper = { paperId: id, version: Number(version) }
  return source === 'abstract' || source === 'commentary'
    ? { ...paper, place: { source, number: Number(number) } }
    : { ...paper, place: { source: 'fullText', section: Number(section), number: Number(number) } }
}
