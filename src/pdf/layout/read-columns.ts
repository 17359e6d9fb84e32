import type { PositionedText, TextPage } from '#pdf/document.ts'
import { columnsOf } from './columns.ts'
import { fragmentsOf } from './fragment.ts'
import { withoutLineNumbers } from './line-numbers.ts'
import { columnLines, readColumn, type ReadColumn } from './line.ts'
import { withoutFurniture, type FragmentPage } from './page-furniture.ts'

/** The size of most characters. */
const commonSize = (pages: readonly TextPage[]): number => {
  const weights = new Map<number, number>()
  for (const { items } of pages)
    for (const { size, text } of items) {
      const about = Math.round(size * 2) / 2
      weights.set(about, (weights.get(about) ?? 0) + text.trim().length)
    }
  return [...weights].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? 10
}

type ReadPages = {
  columns: ReadColumn[]
  /** The fragments of each page without its furniture. */
  pages: FragmentPage[]
  /** The furniture of the first page. */
  imprint: string[]
}

/** The columns of a document in reading order, its pages as fragments, and the imprint of the first page. */
export const readColumns = ({ pages: printed, fonts }: PositionedText): ReadPages => {
  const pages = withoutLineNumbers(printed)
  const whole = pages.map(({ width, height, items }) => ({ width, height, fragments: fragmentsOf(items) }))
  const { pages: bare, imprint } = withoutFurniture(whole, commonSize(pages))
  const columns = bare.flatMap(({ width, fragments }, page) =>
    columnsOf(fragments, width).map((column) => readColumn(columnLines(column, page, fonts), page)),
  )
  return { columns: columns.filter(({ lines }) => lines.length > 0), pages: bare, imprint }
}
