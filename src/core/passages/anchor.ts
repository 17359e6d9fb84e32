import { PAPER_ID, type Paper } from '#core/papers/paper.ts'
import { doSteps, type Steps } from '#core/steps.ts'
import { cutPassages, cutPassagesInSteps, type PassageSpan } from './cut-passages.ts'

/**
 * The location of a passage in the abstract, in the commentary, or in a section of the full text. `s4.2` is the second passage of
 * the fourth section.
 */
export type PassagePlace =
  | { source: 'abstract' | 'commentary'; number: number }
  | { source: 'fullText'; section: number; number: number }

/** The name of a place within a paper, also used as the element id on its page. */
export const placeName = (place: PassagePlace): string =>
  place.source === 'fullText' ? `s${place.section}.${place.number}` : `${place.source}.${place.number}`

/** A place in one version of a paper. Versions never change, so anchors are permanent. */
export type Anchor = { paperId: string; version: number; place: PassagePlace }

/** `p12@3#s4.2`: the paper, its version, the place. */
export const formatAnchor = ({ paperId, version, place }: Anchor): string => `${paperId}@${version}#${placeName(place)}`

const PLACE = /^(?:(?<source>abstract|commentary)|s(?<section>[1-9]\d{0,8}))\.(?<number>[1-9]\d{0,8})$/u

/** Null for anything but the name of a place. */
export const parsePlace = (name: string): PassagePlace | null => {
  const { source, section, number } = PLACE.exec(name)?.groups ?? {}
  if (number === undefined) return null
  return source === 'abstract' || source === 'commentary'
    ? { source, number: Number(number) }
    : { source: 'fullText', section: Number(section), number: Number(number) }
}

const ANCHOR = /^(?<id>p\d{1,15})@(?<version>[1-9]\d{0,8})#(?<name>.*)$/u

/** Null for anything but an anchor. */
export const parseAnchor = (text: string): Anchor | null => {
  const { id = '', version, name = '' } = ANCHOR.exec(text)?.groups ?? {}
  const place = parsePlace(name)
  return place === null || !PAPER_ID.test(id) ? null : { paperId: id, version: Number(version), place }
}

/** Passages of one abstract, commentary or section have no gaps. */
export type Passage = { place: PassagePlace; text: string }

const toPassages = (
  text: string,
  spans: readonly PassageSpan[],
  placeOf: (number: number) => PassagePlace,
): Passage[] => spans.map(({ start, end }, index) => ({ place: placeOf(index + 1), text: text.slice(start, end) }))

export function* sectionPassagesInSteps(section: number, body: string): Steps<Passage[]> {
  const spans = yield* cutPassagesInSteps(body)
  return toPassages(body, spans, (number) => ({ source: 'fullText', section, number }))
}

export const sectionPassages = (section: number, body: string): Passage[] =>
  doSteps(sectionPassagesInSteps(section, body))

export const shortPassages = (source: 'abstract' | 'commentary', text: string | null): Passage[] =>
  text === null ? [] : toPassages(text, cutPassages(text), (number) => ({ source, number }))

/** Null if the abstract or commentary has no passage at this place. */
export const findShortPassage = (
  paper: Pick<Paper, 'abstract' | 'commentary'>,
  place: Exclude<PassagePlace, { source: 'fullText' }>,
): Passage | null =>
  shortPassages(place.source, paper[place.source]).find((passage) => passage.place.number === place.number) ?? null
