import { doSteps, type Steps } from '#core/steps.ts'
import {
  paginateInSteps,
  splitSectionsInSteps,
  type SectionedText,
  type TextSection,
} from '#core/text/split-sections.ts'
import { countLetters } from './mark-passages.ts'
import { placeName, sectionPassages, sectionPassagesInSteps, type Passage, type PassagePlace } from './anchor.ts'

/** Divides full texts into pages, and locates passages on them. */

/** Shorter texts are shown on the page of the paper; longer ones would make it slow. */
const MAX_INLINE_TEXT_BYTES = 12_000
/** Longer texts have separate pages of at most this size. */
const PART_BYTES = 40_000

export const isInlineText = (fullText: string): boolean => Buffer.byteLength(fullText) <= MAX_INLINE_TEXT_BYTES

/** A section, or part of one, with the passages that begin in it. */
export type MarkedSection = TextSection & { passages: Passage[] }

/** The parts of a text with separate pages. */
export const textPartsInSteps = ({ sections }: SectionedText): Steps<TextSection[][]> =>
  paginateInSteps(sections, PART_BYTES)

export const textParts = (text: SectionedText): TextSection[][] => doSteps(textPartsInSteps(text))

/** The Markdown bodies of the sections. */
export const markdownOf = ({ format, sections }: SectionedText): string[] =>
  format === 'markdown' ? sections.map(({ body }) => body) : []

export const markedSections = ({ sections }: SectionedText): MarkedSection[] =>
  sections.map((section) => ({ ...section, passages: sectionPassages(section.number, section.body) }))

type Piece = { part: number; number: number; letters: number }

function* piecesOf(parts: readonly TextSection[][]): Steps<Map<number, Piece[]>> {
  const pieces: Piece[] = []
  for (const [index, part] of parts.entries()) {
    for (const { number, body } of part) pieces.push({ part: index + 1, number, letters: countLetters(body) })
    yield
  }
  return Map.groupBy(pieces, ({ number }) => number)
}

/** A passage and the part in which it begins; 0 if the text is on the page of the paper. */
export type PlacedPassage = Passage & { part: number }

const PLACED_IN_STEP = 50

/** Pieces have the letters of their section in order, so passages are located by counting letters. */
function* placeInPieces(passages: readonly Passage[], pieces: readonly Piece[]): Steps<PlacedPassage[]> {
  let at = 0
  let piece = 0
  let pieceEnd = pieces[0]?.letters ?? 0
  const placed: PlacedPassage[] = []
  for (const passage of passages) {
    while (at >= pieceEnd && piece < pieces.length - 1) {
      piece += 1
      pieceEnd += pieces[piece]?.letters ?? 0
    }
    at += countLetters(passage.text)
    placed.push({ ...passage, part: pieces[piece]?.part ?? 1 })
    if (placed.length % PLACED_IN_STEP === 0) yield
  }
  return placed
}

/** The passages of some sections of a text that has pages of its own, with their parts. */
function* passagesOfSections(
  { sections }: SectionedText,
  parts: readonly TextSection[][],
  wanted: (section: number) => boolean,
): Steps<PlacedPassage[]> {
  const pieces = yield* piecesOf(parts.map((part) => part.filter(({ number }) => wanted(number))))
  const found: PlacedPassage[] = []
  for (const { number, body } of sections) {
    if (!wanted(number)) continue
    const passages = yield* sectionPassagesInSteps(number, body)
    for (const passage of yield* placeInPieces(passages, pieces.get(number) ?? [])) found.push(passage)
  }
  return found
}

/** The passages that begin in a part (from 1). Its sections are processed in full, which takes time. */
export function* partPassagesInSteps(
  text: SectionedText,
  parts: readonly TextSection[][],
  number: number,
): Steps<Passage[]> {
  const shown = new Set((parts[number - 1] ?? []).map((piece) => piece.number))
  const passages = yield* passagesOfSections(text, parts, (section) => shown.has(section))
  return passages.filter(({ part }) => part === number)
}

/** The sections of a text that is on the page of its paper, with their passages. */
export const placedSections = (text: SectionedText): (TextSection & { passages: PlacedPassage[] })[] =>
  markedSections(text).map((section) => ({
    ...section,
    passages: section.passages.map((passage) => ({ ...passage, part: 0 })),
  }))

export const withPassages = (part: readonly TextSection[], passages: readonly Passage[]): MarkedSection[] => {
  const bySection = Map.groupBy(passages, ({ place }) => (place.source === 'fullText' ? place.section : 0))
  return part.map((piece) => ({ ...piece, passages: bySection.get(piece.number) ?? [] }))
}

/** All passages of a full text, or of one of its sections, with their parts. */
export function* placedPassagesInSteps(fullText: string, only: number | null = null): Steps<PlacedPassage[]> {
  const text = yield* splitSectionsInSteps(fullText)
  const wanted = (section: number): boolean => only === null || section === only
  if (!isInlineText(fullText)) return yield* passagesOfSections(text, yield* textPartsInSteps(text), wanted)
  return placedSections(text)
    .filter(({ number }) => wanted(number))
    .flatMap(({ passages }) => passages)
}

/** Null if the full text has no passage at this place. */
export function* findPlacedPassage(
  fullText: string,
  place: Extract<PassagePlace, { source: 'fullText' }>,
): Steps<PlacedPassage | null> {
  const name = placeName(place)
  const passages = yield* placedPassagesInSteps(fullText, place.section)
  return passages.find((passage) => placeName(passage.place) === name) ?? null
}

export const placedPassages = (fullText: string): PlacedPassage[] => doSteps(placedPassagesInSteps(fullText))
