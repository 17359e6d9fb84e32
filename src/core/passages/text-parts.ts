import { paginateSections, splitSections, type SectionedText, type TextSection } from '#core/text/split-sections.ts'
import { countLetters } from './mark-passages.ts'
import { sectionPassages, type Passage } from './paper-passages.ts'

/** Where a full text is shown, and which of its passages begin there. */

/** A text up to this length stands on the page of its paper; a longer one would make the page slow to come. */
const MAX_INLINE_TEXT_BYTES = 12_000
/** Longer texts have pages of their own, in parts of at most so many bytes. */
const PART_BYTES = 40_000

export const isInlineText = (fullText: string): boolean => Buffer.byteLength(fullText) <= MAX_INLINE_TEXT_BYTES

/** A section, or a piece of one, with the passages that begin in it. */
export type MarkedSection = TextSection & { passages: Passage[] }

/** The parts of a text that has pages of its own. */
export const textParts = ({ sections }: SectionedText): TextSection[][] => paginateSections(sections, PART_BYTES)

/** What of these sections is Markdown. */
export const markdownOf = ({ format, sections }: SectionedText): string[] =>
  format === 'markdown' ? sections.map(({ body }) => body) : []

/** The sections of a whole text with their passages. */
export const markedSections = ({ sections }: SectionedText): MarkedSection[] =>
  sections.map((section) => ({ ...section, passages: sectionPassages(section.number, section.body) }))

type Piece = { part: number; number: number; letters: number }

const piecesOf = (parts: readonly TextSection[][]): Map<number, Piece[]> =>
  Map.groupBy(
    parts.flatMap((part, index) =>
      part.map(({ number, body }) => ({ part: index + 1, number, letters: countLetters(body) })),
    ),
    ({ number }) => number,
  )

/** A passage of a full text, and the part in which it begins; 0 where the text stands on the page of its paper. */
export type PlacedPassage = Passage & { part: number }

/** Pieces have the letters of their section in the same order, so counting letters tells where a passage begins. */
const placeInPieces = (passages: readonly Passage[], pieces: readonly Piece[]): PlacedPassage[] => {
  let at = 0
  let piece = 0
  let pieceEnd = pieces[0]?.letters ?? 0
  return passages.map((passage) => {
    while (at >= pieceEnd && piece < pieces.length - 1) {
      piece += 1
      pieceEnd += pieces[piece]?.letters ?? 0
    }
    at += countLetters(passage.text)
    return { ...passage, part: pieces[piece]?.part ?? 1 }
  })
}

/** The passages that begin in a part of a text, from 1. Takes time for the whole of each section in it. */
export const partPassages = (text: SectionedText, number: number): Passage[] => {
  const parts = textParts(text)
  const part = parts[number - 1] ?? []
  const shown = new Set(part.map((piece) => piece.number))
  const pieces = piecesOf(parts.map((sections) => sections.filter((piece) => shown.has(piece.number))))
  return [...shown].flatMap((section) => {
    const passages = sectionPassages(section, text.sections[section - 1]?.body ?? '')
    return placeInPieces(passages, pieces.get(section) ?? []).filter((passage) => passage.part === number)
  })
}

/** Sections of a part with the passages that begin in them. */
export const withPassages = (part: readonly TextSection[], passages: readonly Passage[]): MarkedSection[] => {
  const bySection = Map.groupBy(passages, ({ place }) => (place.source === 'fullText' ? place.section : 0))
  return part.map((piece) => ({ ...piece, passages: bySection.get(piece.number) ?? [] }))
}

/** All passages of a full text with the parts in which they begin. */
export const placedPassages = (fullText: string): PlacedPassage[] => {
  const text = splitSections(fullText)
  if (isInlineText(fullText))
    return markedSections(text).flatMap(({ passages }) => passages.map((passage) => ({ ...passage, part: 0 })))
  const pieces = piecesOf(textParts(text))
  return text.sections.flatMap(({ number, body }) =>
    placeInPieces(sectionPassages(number, body), pieces.get(number) ?? []),
  )
}
