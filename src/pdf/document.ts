import type { UnsureField } from '#core/review/unsure-fields.ts'

/** A part of a document; parts are in reading order. */
export type DocumentPart =
  | { kind: 'heading'; text: string; level: number }
  | { kind: 'paragraph' | 'caption' | 'aside' | 'reference'; text: string }

/** The content of a PDF. */
export type ExtractedPdf = {
  pages: number
  /** The metadata of the file. */
  info: DocumentInfo
  proposal: PaperProposal
  /** Markdown, with the references as a list. */
  text: string
  references: string[]
}

/** Guesses at the fields of the paper in a PDF, for a person to check. */
export type PaperProposal = {
  title: string | null
  authors: string[]
  year: number | null
  arxivId: string | null
  doi: string | null
  abstract: string | null
  /** A licence of Creative Commons, by its address or short name. */
  license: string | null
  /** What may have been read wrongly. */
  unsure: UnsureField[]
}

/** A piece of text with its position on the page, the only input of the layout analysis. Distances are in points, from the upper left corner; y is the baseline. */
export type TextItem = { text: string; x: number; y: number; width: number; size: number; font: number }

export type TextPage = {
  width: number
  height: number
  items: TextItem[]
  /** Rotated text, such as arXiv's stamp in the margin. */
  sideways: string[]
}

/** Styles derived from the name of a font; `font` of an item is the index. */
export type FontStyle = { isBold: boolean; isItalic: boolean }

/** Metadata of a document, unchecked. */
export type DocumentInfo = { title: string; author: string; subject: string; created: string }

export type PositionedText = { pages: TextPage[]; fonts: FontStyle[]; info: DocumentInfo }
