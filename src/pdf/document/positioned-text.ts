/** What a PDF says of its text: pieces with their places. The layout reads nothing else. */

/** A piece of text as it stands on a page. Distances are in points, from the upper left corner; y is the baseline. */
export type TextItem = { text: string; x: number; y: number; width: number; size: number; font: number }

export type TextPage = {
  width: number
  height: number
  items: TextItem[]
  /** What is printed sideways, such as the mark of arXiv in the margin. */
  sideways: string[]
}

/** Styles as the name of a font tells them; the index is the `font` of an item. */
export type FontStyle = { isBold: boolean; isItalic: boolean }

/** What a document says of itself, as it says it. */
export type DocumentInfo = { title: string; author: string; subject: string; created: string }

export type PositionedText = { pages: TextPage[]; fonts: FontStyle[]; info: DocumentInfo }
