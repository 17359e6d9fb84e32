import type { PaperWithText } from '#core/papers/paper.ts'
import { splitSections } from '#core/text/split-sections.ts'
import { placeName, type PassagePlace } from './anchor.ts'
import { cutPassages } from './cut-passages.ts'

/** A passage of a paper. Those of one abstract, commentary or section follow each other without gaps. */
export type Passage = { place: PassagePlace; text: string }

const passagesOf = (text: string, placeOf: (number: number) => PassagePlace): Passage[] =>
  cutPassages(text).map(({ start, end }, index) => ({ place: placeOf(index + 1), text: text.slice(start, end) }))

export const sectionPassages = (section: number, body: string): Passage[] =>
  passagesOf(body, (number) => ({ source: 'fullText', section, number }))

/** The passages of one of the short texts. */
export const shortPassages = (source: 'abstract' | 'commentary', text: string | null): Passage[] =>
  text === null ? [] : passagesOf(text, (number) => ({ source, number }))

/** The passage of a place, or null where the paper has none. */
export const findPassage = (paper: PaperWithText, place: PassagePlace): Passage | null => {
  const name = placeName(place)
  const passages =
    place.source === 'fullText'
      ? splitSections(paper.fullText ?? '')
          .sections.filter(({ number }) => number === place.section)
          .flatMap(({ number, body }) => sectionPassages(number, body))
      : shortPassages(place.source, paper[place.source])
  return passages.find((passage) => placeName(passage.place) === name) ?? null
}
