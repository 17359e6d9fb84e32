import { type Fragment, printedText } from './fragment.ts'
import { readSigns } from './printed-signs.ts'

/** Removes running headers, footers and page numbers, which are not part of the text. */

export type FragmentPage = { width: number; height: number; fragments: Fragment[] }

/** The share of the height at the top and bottom where they are found. */
const MARGIN = 0.18
/** The rows considered at each end of a page. */
const ROWS = 4
/** A baseline distance, as a multiple of the size, that separates a row from the next one. */
const APART = 1.5
const PAGE_NUMBER = /^(?:page )?[-–—|[( ]*(?:\d{1,4}|[ivxlc]{1,6})[-–—|\]) ]*(?:(?:of|\/) ?\d{1,4})?$/iu
/** Text that publishers print only on the first page. */
const IMPRINT =
  /©|\(c\) ?\d{4}|copyright|all rights reserved|proceedings of|in proc\b|conference|workshop|symposium|\bvol(?:ume|\.)|\bissn\b|\bisbn\b|doi\.org|\bdoi:|\barxiv:|preprint|under review|to appear|published (?:by|as|in|online)|journal of|\bpages? \d|\bpp\. ?\d|licen[cs]e|association for|transactions on|letters|^https?:\/\/\S+$|^\d{2,4} \p{L}+$/iu

type Row = { fragments: Fragment[]; baseline: number; size: number; text: string }

const rowsOf = (fragments: readonly Fragment[]): Row[] => {
  const rows: Row[] = []
  for (const fragment of fragments.toSorted((a, b) => a.baseline - b.baseline)) {
    const last = rows.at(-1)
    if (last !== undefined && fragment.baseline - last.baseline < 3) last.fragments.push(fragment)
    else rows.push({ fragments: [fragment], baseline: fragment.baseline, size: 0, text: '' })
  }
  for (const row of rows) {
    row.size = Math.max(...row.fragments.map(({ size }) => size))
    row.text = readSigns(
      row.fragments
        .toSorted((a, b) => a.left - b.left)
        .map(({ items }) => printedText(items))
        .join(' '),
    ).trim()
  }
  return rows
}

/** The text of a row without its numbers, which is the same on each page. */
const shapeOf = ({ text }: Row): string =>
  text
    .toLowerCase()
    .replaceAll(/\d+/gu, '#')
    .replaceAll(/[^\p{L}#]+/gu, ' ')

/** A coarse position, which tolerates small differences between pages. */
const placeOf = ({ baseline }: Row): number => Math.round(baseline / 12)

/** Rows from the edge inwards, and whether each is separated from the text, with those before it. */
type End = { page: number; rows: Row[]; isApart: boolean[] }

const endOf = (page: number, rows: readonly Row[], isInMargin: (row: Row) => boolean): End => {
  const isGap = rows.map((row, index) => {
    const next = rows[index + 1]
    return next === undefined || Math.abs(next.baseline - row.baseline) > APART * Math.max(row.size, next.size)
  })
  const outer = rows.slice(0, ROWS).filter(isInMargin)
  return { page, rows: outer, isApart: outer.map((_, index) => isGap.slice(index, ROWS).includes(true)) }
}

const endsOf = ({ height, fragments }: FragmentPage, page: number): { top: End; bottom: End } => {
  const rows = rowsOf(fragments)
  return {
    top: endOf(page, rows, ({ baseline }) => baseline < MARGIN * height),
    bottom: endOf(page, rows.toReversed(), ({ baseline }) => baseline > (1 - MARGIN) * height),
  }
}

/** Shapes that occur in about the same place on at least three pages, or on both of two. */
const repeatedShapes = (ends: readonly End[], pages: number): Set<string> => {
  const seen = new Map<string, Set<number>>()
  for (const { page, rows } of ends)
    for (const row of rows)
      for (const place of [placeOf(row) - 1, placeOf(row), placeOf(row) + 1]) {
        const key = `${place} ${shapeOf(row)}`
        seen.set(key, (seen.get(key) ?? new Set<number>()).add(page))
      }
  const least = Math.min(3, Math.max(2, pages))
  return new Set([...seen].filter(([, on]) => on.size >= least).map(([key]) => key))
}

/** Repeated rows at any position; page numbers and imprints only as the outermost rows. */
const furnitureRows = (
  { rows, page, isApart }: End,
  { repeated, textSize }: { repeated: ReadonlySet<string>; textSize: number },
): Row[] => {
  const found: Row[] = []
  let isOuter = true
  for (const [index, row] of rows.entries()) {
    const isRepeated = repeated.has(`${placeOf(row)} ${shapeOf(row)}`)
    const isImprint = page === 0 && isApart[index] === true && row.size < 1.1 * textSize && IMPRINT.test(row.text)
    if (isRepeated || (isOuter && (isImprint || PAGE_NUMBER.test(row.text)))) found.push(row)
    else isOuter = false
  }
  return found
}

/** The pages without furniture, and the rows removed from the first page, which may contain a year or a DOI. @param textSize of the running text */
export const withoutFurniture = (
  pages: readonly FragmentPage[],
  textSize: number,
): { pages: FragmentPage[]; imprint: string[] } => {
  const ends = pages.map((page, index) => endsOf(page, index))
  const repeated = {
    top: repeatedShapes(
      ends.map(({ top }) => top),
      pages.length,
    ),
    bottom: repeatedShapes(
      ends.map(({ bottom }) => bottom),
      pages.length,
    ),
  }
  const imprint: string[] = []
  const rest = pages.map((page, index) => {
    const end = ends[index]
    if (end === undefined) return page
    const rows = [
      ...furnitureRows(end.top, { repeated: repeated.top, textSize }),
      ...furnitureRows(end.bottom, { repeated: repeated.bottom, textSize }),
    ]
    if (index === 0) imprint.push(...rows.map(({ text }) => text))
    const removed = new Set(rows.flatMap(({ fragments }) => fragments))
    return { ...page, fragments: page.fragments.filter((fragment) => !removed.has(fragment)) }
  })
  return { pages: rest, imprint }
}
