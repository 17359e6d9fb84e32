import { dateOfSerial, datePrecision, type DatePrecision } from './number-formats.ts'
import { damaged, readPart, readWholePart } from './part.ts'

/** Opens a part of a workbook by its name; null if there is none. */
export type OpenPart = (name: string) => Promise<AsyncIterable<Buffer> | null>

/** A sheet, and its rows as a table with commas: each is one line, and empty rows are empty lines. */
export type Sheet = { name: string; bytes: AsyncGenerator<Buffer> }

export const WORKBOOK_PART = 'xl/workbook.xml'
const WORKBOOK_LINKS = 'xl/_rels/workbook.xml.rels'

/** Spreadsheets have at most so many rows, and at most 32,767 characters in a cell. */
const MAX_ROWS = 1_048_576
const MAX_CELL_CHARACTERS = 100_000
const MAX_SHEETS = 1_000
const MAX_STRINGS = 5_000_000
const MAX_STRING_CHARACTERS = 100_000_000
const MAX_STYLES = 100_000
const MAX_FORMAT_CHARACTERS = 1_000
/** The longest row: a table refuses one that is longer, so that the rest of it is left out. */
const MAX_ROW_CHARACTERS = 1_000_000
/** One column more than a table may have; what stands beyond it makes the row too wide, too. */
const MAX_CELLS = 1_001
/** All rows together, since every cell may refer to a long text. */
const MAX_CHARACTERS = 1_073_741_824

type ListedSheet = { name: string; link: string; isHidden: boolean }

const readSheetList = async (bytes: AsyncIterable<Buffer>): Promise<{ sheets: ListedSheet[]; is1904: boolean }> => {
  const sheets: ListedSheet[] = []
  let is1904 = false
  await readWholePart(bytes, {
    opened(name, attributes) {
      if (name === 'workbookPr') is1904 = /^(?:1|true)$/u.test(attributes.date1904 ?? '')
      if (name !== 'sheet') return
      if (sheets.length >= MAX_SHEETS) throw damaged(`it may have at most ${MAX_SHEETS} sheets`)
      const link = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? ''
      const isHidden = (attributes.state ?? 'visible') !== 'visible'
      sheets.push({ name: attributes.name ?? '', link, isHidden })
    },
    text() {},
    closed() {},
  })
  return { sheets, is1904 }
}

type Link = { kind: string; part: string }

/** The parts that a workbook refers to, by the ids of the links. */
const readLinks = async (bytes: AsyncIterable<Buffer>): Promise<Map<string, Link>> => {
  const links = new Map<string, Link>()
  await readWholePart(bytes, {
    opened(name, { Id: id, Type: type = '', Target: target = '' }) {
      if (name !== 'Relationship' || id === undefined || links.size > MAX_SHEETS * 2) return
      const part = URL.parse(target, 'file:///xl/')?.pathname.slice(1) ?? ''
      links.set(id, { kind: type.slice(type.lastIndexOf('/') + 1), part })
    },
    text() {},
    closed() {},
  })
  return links
}

/** Signs that XML cannot hold, such as "_x000D_". */
const decoded = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x(?<code>[\dA-Fa-f]{4})_/gu, (_, code: string) => {
        const sign = String.fromCharCode(Number.parseInt(code, 16))
        return sign < ' ' && sign !== '\n' && sign !== '\t' ? '' : sign
      })
    : text

/** Collects the text of a string in its runs, without the readings of East Asian words. */
const textCollector = () => {
  let text = ''
  let isText = false
  let isReading = false
  return {
    opened(name: string): void {
      if (name === 'rPh') isReading = true
      else if (name === 't') isText = true
    },
    text(piece: string): void {
      if (isText && !isReading) text += piece
    },
    closed(name: string): void {
      if (name === 'rPh') isReading = false
      else if (name === 't') isText = false
    },
    take(): string {
      const taken = decoded(text)
      text = ''
      return taken
    },
  }
}

const readStrings = async (bytes: AsyncIterable<Buffer>): Promise<string[]> => {
  const strings: string[] = []
  const collector = textCollector()
  let characters = 0
  await readWholePart(bytes, {
    ...collector,
    closed(name) {
      collector.closed(name)
      if (name !== 'si') return
      const text = collector.take()
      characters += text.length
      if (strings.length >= MAX_STRINGS || characters > MAX_STRING_CHARACTERS)
        throw damaged(
          `it may have at most ${MAX_STRINGS} texts with ${MAX_STRING_CHARACTERS} characters; save it as CSV`,
        )
      strings.push(text)
    },
  })
  return strings
}

/** How much of a date each style of cells shows; null for those of other values. */
const readStyles = async (bytes: AsyncIterable<Buffer>): Promise<(DatePrecision | null)[]> => {
  const codes = new Map<number, string>()
  const styles: (DatePrecision | null)[] = []
  let isOfCells = false
  await readWholePart(bytes, {
    opened(name, { numFmtId = '', formatCode = '' }) {
      if (styles.length + codes.size > MAX_STYLES) throw damaged(`it may have at most ${MAX_STYLES} styles`)
      if (name === 'cellXfs') isOfCells = true
      else if (name === 'numFmt') codes.set(Number(numFmtId), formatCode.slice(0, MAX_FORMAT_CHARACTERS))
      else if (name === 'xf' && isOfCells) styles.push(datePrecision(Number(numFmtId), codes.get(Number(numFmtId))))
    },
    text() {},
    closed(name) {
      if (name === 'cellXfs') isOfCells = false
    },
  })
  return styles
}

/** What the cells of a workbook refer to. */
type Shared = { strings: string[]; styles: (DatePrecision | null)[]; is1904: boolean }

/** Spreadsheets show no more. */
const SHOWN_DIGITS = 15

/** A number as people see it: without ".0" and digits that only the computer has. */
const numberText = (text: string, style: DatePrecision | null, is1904: boolean): string => {
  const number = Number(text)
  if (text.trim() === '' || !Number.isFinite(number)) return text
  return (
    (style === null ? null : dateOfSerial(number, { is1904, precision: style })) ??
    String(Number(number.toPrecision(SHOWN_DIGITS)))
  )
}

type Cell = { type: string; style: number; value: string; text: string }

/** What a cell shows. A formula has its last result as its value; an error is no value. */
const shownIn = ({ type, style, value, text }: Cell, { strings, styles, is1904 }: Shared): string => {
  if (type === 's') return strings[Number(value)] ?? ''
  if (type === 'inlineStr') return text
  if (type === 'str') return decoded(value)
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
  if (type === 'e') return ''
  if (type === 'd') return value.replace(/T00:00(?::00(?:\.0+)?)?Z?$/u, '')
  return numberText(value, styles[style] ?? null, is1904)
}

const columnOf = (reference: string): number | null => {
  const letters = /^[A-Z]{1,3}(?=\d|$)/u.exec(reference)?.[0]
  if (letters === undefined) return null
  let column = 0
  for (const letter of letters) column = column * 26 + Number.parseInt(letter, 36) - 9
  return column - 1
}

/** Lines within a cell; a row stays one line of the table. */
const LINE_SEPARATOR = '\u2028'

const csvCell = (text: string): string => {
  const line = text.replaceAll(/\r\n?|\n/gu, LINE_SEPARATOR)
  return /[",;\t]/u.test(line) ? `"${line.replaceAll('"', '""')}"` : line
}

/** Makes lines of a table from the elements of a sheet. */
export const rowReader = (shared: Shared) => {
  const collector = textCollector()
  let lines: string[] = []
  let rows = 0
  let cells: string[] = []
  let length = 0
  let column = -1
  let cell: Cell | null = null
  let isValue = false
  const endCell = (ended: Cell): void => {
    const shown = shownIn({ ...ended, text: collector.take() }, shared)
    if (shown === '' || length > MAX_ROW_CHARACTERS) return
    if (shown.length > MAX_CELL_CHARACTERS) throw damaged(`a cell may have at most ${MAX_CELL_CHARACTERS} characters`)
    const place = Math.min(column, MAX_CELLS - 1)
    while (cells.length < place) cells.push('')
    cells[place] = csvCell(shown)
    length += shown.length
  }
  return {
    opened(name: string, attributes: Record<string, string>): void {
      collector.opened(name)
      if (name === 'row') {
        const number = Number(attributes.r ?? rows + 1)
        if (Number.isInteger(number) && number <= MAX_ROWS) for (; rows + 1 < number; rows += 1) lines.push('')
        cells = []
        length = 0
        column = -1
      } else if (name === 'c') {
        column = columnOf(attributes.r ?? '') ?? column + 1
        cell = { type: attributes.t ?? 'n', style: Number(attributes.s ?? 0), value: '', text: '' }
      } else if (name === 'v') isValue = true
    },
    text(piece: string): void {
      collector.text(piece)
      if (isValue && cell !== null) cell.value += piece
    },
    closed(name: string): void {
      collector.closed(name)
      if (name === 'v') isValue = false
      else if (name === 'c' && cell !== null) {
        endCell(cell)
        cell = null
      } else if (name === 'row') {
        if (rows >= MAX_ROWS) throw damaged(`a sheet may have at most ${MAX_ROWS} rows`)
        rows += 1
        lines.push(cells.join(','))
      }
    },
    take(): string {
      const text = lines.map((line) => `${line}\n`).join('')
      lines = []
      return text
    },
  }
}

/** Counts the characters of all rows. */
type Meter = { characters: number }

async function* rowsOf(bytes: AsyncIterable<Buffer>, shared: Shared, meter: Meter): AsyncGenerator<Buffer> {
  const reader = rowReader(shared)
  for await (const _piece of readPart(bytes, reader)) {
    const text = reader.take()
    meter.characters += text.length
    if (meter.characters > MAX_CHARACTERS) throw damaged(`its rows may have at most ${MAX_CHARACTERS} characters`)
    if (text !== '') yield Buffer.from(text)
  }
}

/**
 * The visible sheets of a workbook in the form of Office Open XML (.xlsx), in its order. Throws `malformed` for a damaged one, also
 * while rows are read.
 */
export const readSheets = async (open: OpenPart): Promise<Sheet[]> => {
  const openPart = async (name: string): Promise<AsyncIterable<Buffer>> => {
    const part = await open(name)
    if (part === null) throw damaged(`it has no part ${name.slice(0, 100)}`)
    return part
  }
  const { sheets, is1904 } = await readSheetList(await openPart(WORKBOOK_PART))
  const links = await readLinks(await openPart(WORKBOOK_LINKS))
  const partOf = (kind: string): string | null => [...links.values()].find((link) => link.kind === kind)?.part ?? null
  const [stringPart, stylePart] = [partOf('sharedStrings'), partOf('styles')]
  const shared: Shared = {
    strings: stringPart === null ? [] : await readStrings(await openPart(stringPart)),
    styles: stylePart === null ? [] : await readStyles(await openPart(stylePart)),
    is1904,
  }
  const meter = { characters: 0 }
  return sheets.flatMap(({ name, link, isHidden }) => {
    const found = links.get(link)
    if (isHidden || found?.kind !== 'worksheet') return []
    const bytes = async function* (): AsyncGenerator<Buffer> {
      yield* rowsOf(await openPart(found.part), shared, meter)
    }
    return [{ name, bytes: bytes() }]
  })
}
