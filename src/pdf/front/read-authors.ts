import { type FrontCell, type FrontRow } from './front-cells.ts'
import {
  endsWithPlace,
  hasFamilyOfInstitutions,
  hasKnownSurname,
  isCompany,
  isNotPerson,
  isPersonName,
  lettersOf,
  namesOtherRole,
  plainName,
  surnameOf,
} from './person-names.ts'
import { LINE_BREAK, splitNames, WIDE, type NamePiece, type SplitNames } from './split-names.ts'

/** The box of the title, from its first baseline to its last. */
export type TitleBox = { left: number; right: number; top: number; bottom: number; size: number }

export type FrontPage = {
  rows: readonly FrontRow[]
  title: TitleBox
  textSize: number
  /** Words that the document has in lower case. */
  words: ReadonlySet<string>
  /** The authors in the metadata of the file. */
  stated: string
}

/** The authors in their order, and what speaks against the reading. */
export type ReadAuthors = { authors: string[]; doubts: string[] }

const STOP =
  /^(?:\d\.?\s*)?(?:abstract|a b s t r a c t|summary|keywords?|key words|index terms|introduction|r[ée]sum[ée]|zusammenfassung|resumen|article info(?:rmation)?|a r t i c l e|highlights|ccs concepts|acm reference format|additional key words|contents|significance|background|objectives?|摘 ?要|概 ?要|要 ?旨|抄 ?録|关键词|關鍵詞|초 ?록|요 ?약|аннотация|resumo)(?![\p{L}\p{M}])/iu
const MAX_AUTHORS = 500
/** A line of names is at most this many sizes below the one before it. */
const NEXT_LINE = 2.4
/** Lines of one block are closer than this many sizes. */
const WITHIN_BLOCK = 1.4
/** The address under a name in another style is closer than this many sizes. */
const UNDER_HEAD = 1.8

const wordsIn = (text: string): string[] => text.split(/[^\p{L}\p{M}'’-]+/u).filter((word) => word !== '')

/** Whether a line is running text: most of its words are in lower case. */
const isProse = ({ text, size }: FrontCell, textSize: number): boolean => {
  if (text.includes('@') || size > 1.1 * textSize) return false
  const words = wordsIn(text)
  const low = words.filter((word) => /^\p{Ll}/u.test(word)).length
  return low > 4 && low > 0.55 * words.length
}

/** The row at which the text begins: at its heading, or at two lines of it. */
const textStart = (rows: readonly FrontRow[], textSize: number, needsHeading: boolean): number =>
  rows.findIndex((row, index) =>
    row.some((cell) => {
      if (STOP.test(cell.text)) return true
      if (needsHeading || !isProse(cell, textSize)) return false
      return rows
        .slice(index + 1, index + 4)
        .flat()
        .some(
          (next) =>
            next.baseline - cell.baseline < 2.2 * cell.size &&
            Math.abs(next.left - cell.left) < 3 * cell.size &&
            Math.abs(next.size - cell.size) < 0.06 * cell.size &&
            isProse(next, textSize),
        )
    }),
  )

/** The rows between the title and the text, without notes in a margin beside the title. */
const rowsBelow = ({ rows, title, textSize }: FrontPage, needsHeading: boolean): FrontRow[] => {
  const beside = rows.flat().filter(({ baseline }) => baseline > title.top - title.size && baseline < title.bottom + 1)
  const hasLeft = beside.some(({ right, size }) => right < title.left && size < 0.8 * title.size)
  const hasRight = beside.some(({ left, size }) => left > title.right && size < 0.8 * title.size)
  const below = rows
    .map((row) =>
      row.filter(
        ({ left, right, baseline }) =>
          baseline > title.bottom + 0.3 * title.size &&
          !(hasLeft && right < title.left) &&
          !(hasRight && left > title.right),
      ),
    )
    .filter((row) => row.length > 0)
  const end = textStart(below, textSize, needsHeading)
  return below.slice(0, end === -1 ? 60 : end)
}

type CellKind = 'names' | 'inline' | 'part' | 'mail' | 'other' | 'unclear'

/** A cell with what it says. `row`: its index. */
type ReadCell = FrontCell & { row: number; split: SplitNames; kind: CellKind }

const cellKind = ({ pieces, hasMail, isMarked }: SplitNames): CellKind => {
  const kinds = pieces.map(({ kind }) => kind)
  const has = (kind: NamePiece['kind']): boolean => kinds.includes(kind)
  if (isMarked) return 'other'
  if (has('person') && !has('other') && !has('unclear')) return 'names'
  if (kinds[0] === 'person') return 'inline'
  if (hasMail) return 'mail'
  // All of it is in brackets, or degrees.
  if (has('other') || has('wordy') || pieces.length === 0) return 'other'
  if (has('group') && !has('part')) return 'names'
  return kinds.every((kind) => kind === 'part' || kind === 'group') ? 'part' : 'unclear'
}

const readCells = (rows: readonly FrontRow[], words: ReadonlySet<string>): ReadCell[] =>
  rows.flatMap((cells, row) =>
    cells.map((cell) => {
      const split = splitNames(cell.text, cell.marks, words)
      return { ...cell, row, split, kind: cellKind(split) }
    }),
  )

const isAlike = (a: FrontCell, b: FrontCell): boolean =>
  Math.abs(a.size - b.size) < 0.06 * a.size && a.isBold === b.isBold && a.isItalic === b.isItalic

const isCapitals = (text: string): boolean => /\p{Lu}{2}/u.test(text) && !/\p{Ll}{2}/u.test(text)

/** Whether cells are one above the other. */
const isOver = (above: FrontCell, below: FrontCell): boolean => above.left < below.right && above.right > below.left

/** Names below a line such as "Supervisors" are not of authors; such a line in another column than the names says so of its own. */
const beforeOtherRoles = (cells: readonly ReadCell[]): ReadCell[] => {
  const first = cells.findIndex(({ kind }) => kind === 'names' || kind === 'inline')
  const names = cells[first]
  if (names === undefined) return [...cells]
  let left = [...cells]
  for (const role of cells.slice(first + 1)) {
    if (role.kind === 'names' || !namesOtherRole(role.text)) continue
    const ends = isOver(names, role)
    left = left.filter(
      (cell) =>
        cell.row < role.row || (cell.row === role.row && cell.left < role.left) || !(ends || isOver(role, cell)),
    )
    if (ends) break
  }
  return left
}

/** Cells in the column under the label "Authors" of a table; all cells where there is none. */
const labelledCells = (cells: readonly ReadCell[]): ReadCell[] => {
  const label = cells.find(({ text }) => /^authors?:?$/iu.test(text))
  if (label === undefined || !cells.some((cell) => cell.row === label.row && cell !== label)) return [...cells]
  return cells.filter((cell) => cell.row > label.row && Math.abs(cell.left - label.left) < label.size)
}

/** Texts that occur more than once below the title: institutions of several authors. */
const repeatedTexts = (cells: readonly ReadCell[]): Set<string> => {
  const seen = new Set<string>()
  const repeated = new Set<string>()
  for (const { text } of cells) {
    const key = lettersOf(text)
    if (seen.has(key)) repeated.add(key)
    seen.add(key)
  }
  return repeated
}

type Reading = { pieces: NamePiece[]; cells: ReadCell[]; doubts: string[] }

/** The pieces of lines such as "NAME, Institution, Country", where only the first ones are names. */
const inlineNames = (cells: readonly ReadCell[]): Reading => {
  const doubts: string[] = []
  const areCapitals = cells.every(
    ({ split: { pieces } }) => isCapitals(pieces[0]?.text ?? '') && !pieces.every(({ text }) => isCapitals(text)),
  )
  const pieces = cells.flatMap(({ split }) => {
    const isName = ({ text, kind }: NamePiece): boolean => kind === 'person' && (!areCapitals || isCapitals(text))
    const end = split.pieces.findIndex((piece) => !isName(piece))
    const names = end === -1 ? split.pieces : split.pieces.slice(0, end)
    const rest = split.pieces.slice(names.length)
    const isUnsure = names.length > 1 || rest.some(({ kind }) => kind === 'person' || kind === 'unclear')
    if (isUnsure && !areCapitals) doubts.push(`“${rest[0]?.text ?? ''}” and what follows may be names`)
    return names
  })
  return { pieces, cells: [...cells], doubts }
}

/** Groups cells into runs of rows that nothing interrupts. */
const runsOf = (mine: readonly ReadCell[], all: readonly ReadCell[]): ReadCell[][] => {
  const runs: ReadCell[][] = []
  let last: ReadCell | undefined
  for (const cell of mine) {
    const before = last
    const isNext =
      before !== undefined &&
      (cell.row === before.row ||
        (cell.baseline - before.baseline < NEXT_LINE * cell.size &&
          !all.some((between) => {
            if (between.row <= before.row || between.row >= cell.row || between.kind === 'unclear') return false
            // What stands in another column does not end a list.
            return !(before.split.isOpen || before.split.hasList) || isOver(before, between)
          })))
    if (isNext) runs.at(-1)?.push(cell)
    else runs.push([cell])
    last = cell
  }
  return runs
}

const flowOf = (run: readonly ReadCell[], words: ReadonlySet<string>): SplitNames => {
  let text = ''
  let last: ReadCell | undefined
  for (const cell of run) {
    if (last !== undefined) text += cell.row === last.row ? WIDE : LINE_BREAK
    text += cell.text
    last = cell
  }
  return splitNames(
    text,
    run.flatMap(({ marks }) => marks),
    words,
  )
}

/** Whether a cell stands close below another one that is no name, in one style with it: then it goes on with the address. */
const isInsideBlock = (cell: ReadCell, all: readonly ReadCell[]): boolean =>
  all.some(
    (above) =>
      above.row < cell.row &&
      cell.baseline - above.baseline < WITHIN_BLOCK * cell.size &&
      isOver(above, cell) &&
      isAlike(above, cell) &&
      (above.kind === 'other' || above.kind === 'mail'),
  )

/** Whether a cell under an address has an address of its own. */
const hasOwnAddress = (cell: ReadCell, all: readonly ReadCell[]): boolean =>
  all.some(
    (below) =>
      below.row > cell.row &&
      below.baseline - cell.baseline < WITHIN_BLOCK * cell.size &&
      isOver(cell, below) &&
      below.kind === 'other',
  )

/** Names that are broken over lines in columns side by side. */
const columnNames = (run: readonly ReadCell[], words: ReadonlySet<string>): NamePiece[] | null => {
  const [first] = run
  const heads = run.filter(({ row }) => row === first?.row)
  const own = heads.map((head) => flowOf([head], words).pieces)
  if (own.some((found) => found.length > 1)) return null
  const pieces = own.map(([piece]) => piece)
  const lines = run.filter(({ row }) => row !== first?.row)
  for (const line of lines) {
    const at = heads.findIndex((head) => isOver(head, line))
    const piece = pieces[at]
    if (piece === undefined || piece.kind === 'person') return null
    piece.text = /[-\u2010]$/u.test(piece.text) ? `${piece.text}${line.text}` : `${piece.text} ${line.text}`
  }
  const whole = pieces.map((piece) => splitNames(piece?.text ?? '', [], words).pieces)
  return whole.every((names) => names.length === 1 && names[0]?.kind === 'person') ? whole.flat() : null
}

/**
 * The cells of columns one after another, where names stand one above the other in one column while the address of another begins
 * beside them; null where the rows of names go across.
 */
const stackedNames = (run: readonly ReadCell[], all: readonly ReadCell[]): ReadCell[] | null => {
  const [first] = run
  const heads = run.filter(({ row }) => row === first?.row)
  const columns = heads.map((head) =>
    run.filter((cell) => cell === head || (cell.row > head.row && isOver(head, cell))),
  )
  const isSplit =
    heads.length > 1 &&
    columns.flat().length === run.length &&
    run.every(({ kind, split }) => kind === 'names' && split.pieces.length === 1) &&
    columns.some(([head, ...below]) => head !== undefined && below.length === 0 && hasOwnAddress(head, all))
  return isSplit && run.length > heads.length ? columns.flat() : null
}

/** The first names of lines that all consist of two pieces, such as "Name, Institution", of which some are known to be no names. */
const firstNames = (alike: readonly ReadCell[]): Reading | null => {
  const lines = alike.filter(({ kind }) => kind === 'names' || kind === 'inline')
  const isOneEach =
    new Set(lines.map(({ row }) => row)).size === lines.length &&
    lines.every(({ split }) => split.hasList && split.pieces.length === 2 && !split.isOpen)
  if (!isOneEach || !lines.some(({ kind }) => kind === 'inline')) return null
  const second = lines.flatMap(({ split }) => split.pieces.slice(1)).filter(({ kind }) => kind === 'person')
  return {
    pieces: lines.flatMap(({ split }) => split.pieces.slice(0, 1)),
    cells: lines,
    doubts: second.map(({ text }) => `“${text}” may be a name`),
  }
}

/** Reads the names in the style of a cell. */
const readStyle = (model: ReadCell, all: readonly ReadCell[], words: ReadonlySet<string>): Reading => {
  const column = labelledCells(all)
  const alike = column.filter((cell) => isAlike(model, cell))
  if (model.kind === 'inline' && !alike.some(({ kind }) => kind === 'names'))
    return inlineNames(alike.filter(({ kind }) => kind === 'inline'))
  const firsts = firstNames(alike)
  if (firsts !== null) return firsts
  const rows = new Set(alike.filter(({ kind }) => kind === 'names').map(({ row }) => row))
  const repeated = repeatedTexts(column)
  const doubts: string[] = []
  const mine = column.filter((cell) => {
    const isSameLine = rows.has(cell.row) && Math.abs(cell.size - model.size) < 0.06 * model.size
    if (!isAlike(model, cell) && !(isSameLine && cell.kind === 'names')) return false
    if (cell.kind !== 'names' && cell.kind !== 'part') {
      const isNear = rows.has(cell.row - 1) || rows.has(cell.row)
      const isUnclear = cell.kind === 'unclear' && isNear && /\p{L}/u.test(cell.text)
      if (isUnclear && !namesOtherRole(cell.text)) doubts.push(`“${cell.text}” is unclear`)
      if (cell.kind === 'inline') doubts.push(`“${cell.text}” has more than names`)
      return false
    }
    if (repeated.has(lettersOf(cell.text))) return false
    if (!isInsideBlock(cell, column)) return true
    if (cell.kind === 'names') doubts.push(`“${cell.text}” may be an address`)
    return cell.kind === 'names' && hasOwnAddress(cell, column)
  })
  const hasAddresses = alike.some(({ kind }) => kind === 'other' || kind === 'mail')
  const pieces: NamePiece[] = []
  const cells: ReadCell[] = []
  for (const given of runsOf(mine, column)) {
    let run = given
    const isBroken = run.some(({ kind }) => kind === 'part') && !run.some(({ split }) => split.hasList)
    const broken = isBroken ? columnNames(run, words) : null
    if (broken !== null) {
      if (run.some((cell) => cell.kind === 'names' && cell.row !== run[0]?.row)) doubts.push('a name may go on')
      pieces.push(...broken)
      cells.push(...run)
      continue
    }
    if (!run.some(({ kind }) => kind === 'names')) {
      doubts.push(`“${run[0]?.text ?? ''}” may be a name`)
      continue
    }
    const stacked = stackedNames(run, column)
    if (stacked !== null) {
      pieces.push(...stacked.flatMap(({ split }) => split.pieces))
      cells.push(...stacked)
      continue
    }
    const [first] = run
    const isStacked = run.some((cell) => cell.row !== first?.row)
    let flow = flowOf(run, words)
    const haveMails = run.every(({ row }) => column.some((cell) => cell.row === row && cell.kind === 'mail'))
    if (isStacked && hasAddresses && !haveMails && !flow.hasList && !run.every(({ marks }) => marks.length > 0)) {
      doubts.push('lines of names and addresses look alike')
      run = run.filter((cell) => cell.row === first?.row)
      flow = flowOf(run, words)
    }
    if (flow.isInverted) doubts.push('families stand before initials')
    if (flow.isOpen) doubts.push('the list goes on')
    if (flow.hasUnsureBreak) doubts.push('a name may go on in the next line')
    pieces.push(...flow.pieces)
    cells.push(...run)
  }
  return { pieces, cells, doubts }
}

/** Whether a name ends with an initial, as one does that is cut off before the family. */
const endsWithInitial = ({ kind, text }: NamePiece): boolean => kind === 'person' && /\s\p{Lu}\.$/u.test(text)

/** Names and doubts of pieces. */
const nameDoubts = (pieces: readonly NamePiece[]): string[] => {
  const persons = pieces.filter(({ kind }) => kind === 'person')
  const cut = persons.every(endsWithInitial) ? undefined : persons.find(endsWithInitial)
  const doubts = cut === undefined ? [] : [`“${cut.text}” may go on`]
  for (const { text, kind, marks } of pieces) {
    const isMarked = marks.length > 0
    const isKnown =
      kind === 'group' || (kind === 'part' ? isMarked : kind === 'person' && (isMarked || hasKnownSurname(text)))
    if (!isKnown) doubts.push(`“${text}” may be no name`)
  }
  return doubts
}

/** Numbers and letters that stand for affiliations. */
const affiliationMarks = (marks: readonly string[]): string[] =>
  marks.flatMap((mark) => mark.match(/\d+|(?<![\p{L}])\p{Ll}(?![\p{L}])/gu) ?? [])

/** What the marks say against the reading. */
const markDoubts = (pieces: readonly NamePiece[], all: readonly ReadCell[], page: readonly ReadCell[]): string[] => {
  const persons = pieces.filter(({ kind }) => kind !== 'group')
  const marked = persons.filter(({ marks }) => affiliationMarks(marks).length > 0)
  if (marked.length === 0) return []
  const doubts: string[] = []
  const used = new Set(persons.flatMap(({ marks }) => affiliationMarks(marks)))
  const affiliations = (cells: readonly ReadCell[]): Set<string> =>
    new Set(cells.flatMap(({ split, marks }) => (split.isMarked ? affiliationMarks(marks.slice(0, 1)) : [])))
  const near = affiliations(all)
  if (marked.length < persons.length && (near.size > 0 || 2 * marked.length >= persons.length))
    doubts.push('some names have no mark')
  const listed = near.size > 0 ? near : affiliations(page)
  const unused = [...listed].filter((mark) => !used.has(mark))
  if (near.size > 0 && unused.length > 0) doubts.push(`nobody has the mark ${unused.join(', ')}`)
  return doubts
}

const MAIL = /(?<![\w.+-])[\w.+-]{1,64}@[\w.-]+/gu
const MAILS_OF_ONE = /\{(?<names>[^{}]{1,300})\}\s?@/gu

const mailCount = (all: readonly ReadCell[]): number => {
  const text = all.map((cell) => cell.text).join(' ')
  const groups = [...text.matchAll(MAILS_OF_ONE)].map(
    ({ groups: found }) => (found?.names ?? '').split(/[,;|]/u).length,
  )
  return groups.reduce((sum, count) => sum + count, 0) + [...text.replaceAll(MAILS_OF_ONE, ' ').matchAll(MAIL)].length
}

/** Names in other styles that may also be authors. */
const leftDoubts = (reading: Reading, all: readonly ReadCell[]): string[] => {
  const rows = new Set(reading.cells.map(({ row }) => row))
  const column = labelledCells(all)
  return column
    .filter((cell) => !reading.cells.includes(cell) && cell.kind === 'names')
    .filter(
      ({ row, split, marks }) =>
        rows.has(row) ||
        split.pieces.filter(({ kind }) => kind === 'person').length > 1 ||
        affiliationMarks(marks).length > 0,
    )
    .map(({ text }) => `“${text}” may be authors, too`)
}

/** Whether a cell is at the head of a block whose address is in another style. */
const isHead = (cell: ReadCell, all: readonly ReadCell[]): boolean =>
  all.some(
    (below) =>
      below.row > cell.row &&
      below.baseline - cell.baseline < UNDER_HEAD * cell.size &&
      below.kind === 'other' &&
      isOver(cell, below) &&
      !isAlike(cell, below),
  )

/** What stands where names do and was not understood: beside them or at the head of a block in their style, or in larger letters. */
const unreadDoubts = (reading: Reading, all: readonly ReadCell[]): string[] => {
  const { cells } = reading
  const rows = new Set(cells.map(({ row }) => row))
  const [first, last] = [Math.min(...rows), Math.max(...rows)]
  const column = labelledCells(all)
  const mayBeNames = (cell: ReadCell): boolean => {
    const { text, kind, split, row, size } = cell
    if (kind === 'mail' || split.pieces.length === 0 || !/\p{L}/u.test(text) || namesOtherRole(text)) return false
    const isNext = rows.has(row - 1) || rows.has(row + 1)
    const persons = split.pieces.filter((piece) => piece.kind === 'person' && !endsWithPlace(piece.text)).length
    if (cells.some((name) => isAlike(name, cell)) && !isInsideBlock(cell, column)) {
      if (rows.has(row) || (row < last && isHead(cell, column))) return true
      const isList = split.hasList && (row < first || cells.some((name) => name.kind === 'inline'))
      if (isNext && (persons > 1 || isList || (row < first && cell.marks.length > 0))) return true
      const said = split.pieces.map((piece) => piece.text).join(' ')
      const isPlain = (!isNotPerson(said) && !endsWithPlace(said)) || hasFamilyOfInstitutions(said)
      return isPlain && (isNext || (row > first && row < last) || hasOwnAddress(cell, column))
    }
    const isLarger = row <= last && cells.every((name) => name.size < 0.97 * size)
    return isLarger && persons > 0
  }
  return column
    .filter((cell) => !cells.includes(cell) && mayBeNames(cell))
    .map(({ text }) => `“${text}” was not understood`)
}

/** Collaborations above the names, in a style of their own. */
const groupsAbove = (reading: Reading, all: readonly ReadCell[]): NamePiece[] => {
  const first = Math.min(...reading.cells.map(({ row }) => row))
  return all
    .filter(({ row, split }) => row < first && split.pieces.length > 0)
    .flatMap(({ split }) => (split.pieces.every(({ kind }) => kind === 'group') ? split.pieces : []))
}

const MAX_STYLES = 6

/** How much speaks for the names in a style. */
const weightOf = ({ pieces, cells, doubts }: Reading, all: readonly ReadCell[]): number => {
  const persons = pieces.filter(({ kind }) => kind === 'person').length
  const lastRow = Math.max(...cells.map(({ row }) => row))
  const hasAddress = all.some(
    ({ row, kind }) => row >= lastRow && row < lastRow + 3 && (kind === 'other' || kind === 'mail'),
  )
  const isMarked = pieces.some(({ marks }) => marks.length > 0)
  return Math.min(persons, 4) + (isMarked ? 2 : 0) + (hasAddress ? 2 : 0) - 0.5 * Math.min(doubts.length, 4)
}

const bestReading = (all: readonly ReadCell[], words: ReadonlySet<string>): Reading | null => {
  const models: ReadCell[] = []
  for (const cell of labelledCells(all))
    if ((cell.kind === 'names' || cell.kind === 'inline') && !models.some((model) => isAlike(model, cell)))
      models.push(cell)
  let best: { reading: Reading; weight: number } | null = null
  for (const model of models.slice(0, MAX_STYLES)) {
    const reading = readStyle(model, all, words)
    if (reading.pieces.length === 0) continue
    const weight = weightOf(reading, all)
    if (best === null || weight > best.weight + 0.5) best = { reading, weight }
  }
  return best?.reading ?? null
}

const GROUP_WORDS = /^(?:on behalf of|for) .*$/iu

const namesOf = (pieces: readonly NamePiece[]): string[] => [
  ...new Set(
    pieces
      .filter(
        ({ kind, text }) => kind !== 'other' && kind !== 'unclear' && !(kind === 'group' && GROUP_WORDS.test(text)),
      )
      .map(({ text, kind }) => (kind === 'group' ? text.replace(/^the /u, '') : plainName(text))),
  ),
]

/** The rows above the title, where some journals and books have the authors. */
const rowsAbove = ({ rows, title }: FrontPage): FrontRow[] =>
  rows.filter((row) => row.every(({ baseline }) => baseline < title.top - 0.5 * title.size))

const isAuthorsLabel = ({ text }: FrontCell): boolean => /^(?:authors?|written by):?$/iu.test(text)

/** The rows under the label "Authors" in a margin, up to the next label in its style and in capitals. */
const rowsUnderLabel = ({ rows, title }: FrontPage): FrontRow[] => {
  const below = rows.filter((row) => row.every(({ baseline }) => baseline > title.bottom))
  const label = below.flat().find(isAuthorsLabel)
  if (label === undefined) return []
  const under = below
    .flatMap((row) => row.filter(({ left }) => Math.abs(left - label.left) < label.size))
    .filter(({ baseline }) => baseline > label.baseline)
  const end = under.findIndex((cell) => isCapitals(cell.text) && isAlike(cell, label) && !isPersonName(cell.text))
  return under.slice(0, end === -1 ? 60 : end).map((cell) => [cell])
}

type Place = { rows: FrontRow[]; doubts: string[] }

/** Where authors are looked for, and what speaks against each place. */
const placesBelow = (page: FrontPage): Place[] => [
  { rows: rowsBelow(page, false), doubts: [] },
  { rows: rowsUnderLabel(page), doubts: [] },
  { rows: rowsBelow(page, true), doubts: ['running text stands above the names'] },
]

/** A company in the first row below the title, where no person is named. */
const companyBelow = (page: FrontPage): ReadAuthors => {
  const [first = []] = rowsBelow(page, false)
  const authors = first.flatMap(({ text }) => (isCompany(text) ? [text] : []))
  return { authors, doubts: ['a company stands where the authors do'] }
}

/** What is printed at a place. */
const readPlace = ({ rows, words }: FrontPage, place: Place): ReadAuthors => {
  const all = beforeOtherRoles(readCells(place.rows, words))
  const reading = bestReading(all, words)
  if (reading === null) return { authors: [], doubts: [] }
  const pieces = [...groupsAbove(reading, all), ...reading.pieces]
  const authors = namesOf(pieces)
  const doubts = [
    ...place.doubts,
    ...reading.doubts,
    ...nameDoubts(pieces),
    ...markDoubts(pieces, all, readCells(rows, words)),
    ...leftDoubts(reading, all),
    ...unreadDoubts(reading, all),
  ]
  if (mailCount(all) > authors.length) doubts.push('there are more addresses of mail than names')
  const hasSupport =
    authors.length > 1 ||
    pieces.some(({ marks }) => marks.length > 0) ||
    all.some(({ kind }) => kind === 'other' || kind === 'mail')
  if (!hasSupport) doubts.push('nothing supports the only name')
  return { authors: authors.slice(0, MAX_AUTHORS), doubts }
}

/** What is printed around the title. */
const readPrinted = (page: FrontPage): ReadAuthors => {
  const above = { rows: rowsAbove(page), doubts: ['the names stand above the title'] }
  const readings = [
    ...placesBelow(page).map((place) => () => readPlace(page, place)),
    () => companyBelow(page),
    () => readPlace(page, above),
  ]
  for (const read of readings) {
    const found = read()
    if (found.authors.length > 0) return found
  }
  return { authors: [], doubts: ['no names were found'] }
}

/** Names as metadata has them: "A. One, B. Two", "One, A.; Two, B." */
const statedNames = (stated: string): string[] => {
  const isInverted = /;/u.test(stated) && /,/u.test(stated)
  const plain = isInverted
    ? stated
        .split(';')
        .map((name) => name.split(',').toReversed().join(' '))
        .join(';')
    : stated
  return splitNames(plain, [], new Set())
    .pieces.filter(({ kind, text }) => kind === 'person' && isPersonName(text))
    .map(({ text }) => plainName(text))
}

/**
 * The authors of a paper: the names below its title, or those in the metadata of the file, if the first page has them there.
 * Without doubts, the reading is sure.
 */
export const readAuthors = (page: FrontPage): ReadAuthors => {
  const printed = readPrinted(page)
  const own = statedNames(page.stated)
  const front = rowsBelow(page, false).flat()
  const places = wordsIn(front.map(({ text }) => text).join(' ')).flatMap((word) =>
    [word, ...word.split('-')].map(lettersOf),
  )
  const isKnown = own.length > 0 && own.every((name) => places.includes(surnameOf(name)))
  if (!isKnown) return printed
  const [families, ownFamilies] = [printed.authors.map(surnameOf), own.map(surnameOf)]
  if (families.join(' ') === ownFamilies.join(' ')) return { authors: printed.authors, doubts: [] }
  // Some files name only the first author.
  if (families.length > own.length && ownFamilies.every((family) => families.includes(family))) return printed
  const found = ownFamilies.map((family) => places.indexOf(family))
  const isInOrder = found.every((place, index) => index === 0 || place > (found[index - 1] ?? 0))
  const isWhole = isInOrder && families.every((family) => ownFamilies.includes(family))
  return { authors: own, doubts: isWhole ? [] : ['the file names other authors, or another order'] }
}
