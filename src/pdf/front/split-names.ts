import { MARK } from './front-cells.ts'
import {
  endsWithPlace,
  isDegree,
  isGrade,
  isGroupName,
  isInitials,
  isNotPerson,
  isOnBehalf,
  isPartOfName,
  isPersonName,
  isShortPlace,
  isSuffix,
} from './person-names.ts'

/**
 * `part`: one word that may be a name. `wordy`: looks like a name, but consists of common words. `other`: an institution,
 * a place or a date. `unclear`: anything else.
 */
type PieceKind = 'person' | 'group' | 'part' | 'wordy' | 'other' | 'unclear'

/** What stands between two separators of a list of names. */
export type NamePiece = { text: string; kind: PieceKind; marks: string[] }

export type SplitNames = {
  pieces: NamePiece[]
  hasMail: boolean
  /** Whether separators such as commas part the names. */
  hasList: boolean
  /** Whether it begins with a mark, as affiliations do. */
  isMarked: boolean
  /** Whether it ends with a separator, so that something must follow. */
  isOpen: boolean
  /** Whether families stand before initials: "One, A., Two, B." */
  isInverted: boolean
  /** Whether two names may be one that goes on in the next line. */
  hasUnsureBreak: boolean
}

/** Stand between cells of one row, and between rows, in a text. */
export const WIDE = '\u0004'
export const LINE_BREAK = '\u0005'

const MAIL = /\{[^{}]{1,300}\}\s?@\s?[\w.-]+|(?<![\w.+-])[\w.+-]{1,64}@[\w.-]+|\bhttps?:\/\/\S+|\borcid(?:\.org)?\S*/giu
const BRACKETS = /\s?[([（][^()[\]（）]{0,200}[)\]）]/gu
const BEFORE = /^(?:by|authors?\s?:|presented by)\s+/iu
/** The places of authors in their order, which some conferences print before the names: "1st Ada Example". */
const ORDINAL = /(?<=^|[\u0004\u0005])\d{1,2}(?:st|nd|rd|th) (?=\p{Lu})/gu
const SEPARATOR =
  /(?<list>[,;|·•∙⋅、，；&]|(?<=\s)\/(?=\s)|(?<![\p{L}\p{M}.'’-])(?:and|AND|And|und|et|with)(?![\p{L}\p{M}'’-]))|(?<wide>\u0004)|(?<line>\u0005)|(?<mark>[\ue000-\uf8ff])/gu
/** A page has fewer signs; more are not read. */
const MOST_SIGNS = 50_000
/** How many names before a break are looked at. */
const LAST_PIECES = 20
const FIRST_SIGN = 0xe000
const MOST_MARKS = 6_000

const separatorKinds = ['list', 'wide', 'line', 'mark'] as const
type Token = { kind: 'text' | (typeof separatorKinds)[number]; text: string }

const tokensOf = (text: string): Token[] => {
  const tokens: Token[] = []
  let end = 0
  const addText = (part: string): void => {
    if (part.trim() !== '') tokens.push({ kind: 'text', text: part.trim() })
  }
  for (const { 0: sign, index, groups } of text.matchAll(SEPARATOR)) {
    addText(text.slice(end, index))
    end = index + sign.length
    const kind = separatorKinds.find((name) => groups?.[name] !== undefined) ?? 'mark'
    tokens.push({ kind, text: sign })
  }
  addText(text.slice(end))
  return tokens
}

/** Whether all parts of a name longer than two letters are words that the document also has in lower case. */
const isWordy = (name: string, words: ReadonlySet<string>): boolean => {
  const parts = name.split(/[ -]/u).filter((part) => part.replaceAll('.', '').length > 2)
  return parts.length > 0 && parts.every((part) => words.has(part.toLowerCase()))
}

const kindOf = (text: string, words: ReadonlySet<string>): PieceKind => {
  if (isGroupName(text) || isOnBehalf(text)) return 'group'
  if (isPersonName(text)) return isWordy(text, words) ? 'wordy' : 'person'
  if (isNotPerson(text) || endsWithPlace(text) || isShortPlace(text) || /\d/u.test(text)) return 'other'
  return isPartOfName(text) ? 'part' : 'unclear'
}

/** The text that follows a token, if it follows at once. */
const nextText = (tokens: readonly Token[], from: number): string => {
  const next = tokens.slice(from, from + 2).find(({ kind }) => kind === 'text')
  return next?.text ?? ''
}

/** The names of a list of families and initials by turns. */
const invertedNames = (pieces: readonly NamePiece[]): NamePiece[] | null => {
  const isPair = ({ text, kind }: NamePiece, index: number): boolean =>
    index % 2 === 0 ? kind === 'part' || kind === 'person' : isInitials(text)
  if (pieces.length === 0 || pieces.length % 2 === 1 || !pieces.every(isPair)) return null
  return pieces.flatMap((family, index) => {
    const initials = pieces[index + 1]
    if (index % 2 === 1 || initials === undefined) return []
    return [{ text: `${initials.text} ${family.text}`, kind: 'person', marks: [...family.marks, ...initials.marks] }]
  })
}

const isCredential = (text: string): boolean => isDegree(text) || isGrade(text)

/** Splits text with MARKs, WIDEs and LINE_BREAKs into the names that it lists. @param words that the document has in lower case */
export const splitNames = (given: string, marks: readonly string[], words: ReadonlySet<string>): SplitNames => {
  let count = 0
  const signed = given
    .slice(0, MOST_SIGNS)
    .replaceAll(MARK, () => String.fromCharCode(FIRST_SIGN + Math.min(count++, MOST_MARKS)))
  const hasMail = signed.search(MAIL) !== -1
  const tokens = tokensOf(
    signed.replaceAll(MAIL, ' ').replaceAll(BRACKETS, ' ').replaceAll(ORDINAL, '').replace(BEFORE, ''),
  )
  const texts = tokens.filter(({ kind }) => kind === 'text')
  const hasList = tokens.some(({ kind }) => kind === 'list')
  const hasMarks = tokens.some(({ kind }) => kind === 'mark')
  const pieces: NamePiece[] = []
  let [open, isAfterMark, hasUnsureBreak] = ['', false, false]
  let openMarks: string[] = []
  const finish = (): void => {
    const text = open.replaceAll(/\s+/gu, ' ').trim()
    const last = pieces.at(-1)
    if (text === '') last?.marks.push(...openMarks)
    else if (last !== undefined && isSuffix(text) && last.kind === 'person') {
      last.text += ` ${text}`
      last.marks.push(...openMarks)
    } else if (isCredential(text)) last?.marks.push(...openMarks)
    else pieces.push({ text, kind: kindOf(text, words), marks: openMarks })
    open = ''
    openMarks = []
    isAfterMark = false
  }
  const breakLine = (next: string): void => {
    if (open === '' || next === '') return
    if (isAfterMark || (!hasList && !hasMarks)) finish()
    else if (isPersonName(open) && isPersonName(next)) {
      // Where all others have marks, one without a mark goes on.
      if (hasMarks && pieces.length > 0 && pieces.slice(-LAST_PIECES).every((piece) => piece.marks.length > 0)) return
      hasUnsureBreak = true
      finish()
    }
  }
  for (const [index, { kind, text }] of tokens.entries()) {
    if (kind === 'text') {
      if (isAfterMark && open !== '') finish()
      open = /[-\u2010]$/u.test(open) ? `${open}${text}` : `${open} ${text}`
    } else if (kind === 'mark') {
      openMarks.push(marks[text.charCodeAt(0) - FIRST_SIGN] ?? '')
      if (open === '') finish()
      else isAfterMark = true
    } else if (kind === 'list') finish()
    else if (kind === 'line') breakLine(nextText(tokens, index + 1))
    else if (!hasList || isPersonName(open.trim()) || isAfterMark) finish()
  }
  finish()
  const inverted = invertedNames(pieces)
  return {
    pieces: inverted ?? pieces,
    isInverted: inverted !== null,
    hasMail,
    hasList: hasList && texts.length > 1,
    isMarked: tokens[0]?.kind === 'mark',
    isOpen: tokens.findLast(({ kind }) => kind !== 'mark' && kind !== 'line' && kind !== 'wide')?.kind === 'list',
    hasUnsureBreak,
  }
}
