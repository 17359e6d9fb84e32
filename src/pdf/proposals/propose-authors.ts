import type { KnownBlock } from '#pdf/blocks/classify-blocks.ts'
import { isAbstractHeading, headingWords } from '#pdf/blocks/block-kind.ts'
import type { Line } from '#pdf/layout/line.ts'
import { isNoPerson, isPersonName, NAME_PART, PARTICLE, plainName } from './person-name.ts'

const COUNTRY =
  /(?:^|[\s,])(?:USA|U\.S\.A\.|United States|UK|U\.K\.|United Kingdom|India|China|P\.? ?R\.? China|Germany|France|Italy|Japan|Canada|Brazil|Spain|(?:The )?Netherlands|Switzerland|Australia|Israel|(?:South )?Korea|Singapore|Sweden|Norway|Denmark|Finland|Pakistan|M[eé]xico|Portugal|Austria|Poland|Russia|Greece|Ireland|Belgium|Turkey|Iran|Taiwan|Hong Kong|New Zealand|Czech Republic|Hungary|Egypt|Chile|Argentina|Vietnam|Thailand|Malaysia|[A-Z]{2},? \d{5}(?:-\d{4})?|California|Massachusetts|New York|Connecticut|Texas|Pennsylvania|Washington|Illinois|[A-Z]{2})\.?$/u
const MARKS = /[\d*∗†‡§¶⋆⊥‖♠♣♦♥♢#$+?^{}~⇤]+/gu
const MOST_AUTHORS = 500

/** The names in a text, by what stands between them. */
const namesIn = (text: string): string[] =>
  text
    .replace(/^(?:by|authors?:)\s+/iu, '')
    .replaceAll(/\([^)]*\)|\S+@\S+/gu, ',')
    .split(/,|;|\band\b|&|·|•|\bAND\b|\bwith\b/u)
    .map((part) => part.replaceAll(MARKS, ' ').replaceAll(/\s+/gu, ' ').trim())
    .filter(isPersonName)

const isAddress = (line: Line): boolean => /@/u.test(line.text) || COUNTRY.test(line.text) || isNoPerson(line.text)

/** Whether a line looks like another one. */
const looksAlike = (a: Line, b: Line): boolean =>
  Math.abs(a.size - b.size) < 0.06 * a.size && a.isBold === b.isBold && a.isItalic === b.isItalic

const isStop = ({ text, kind }: KnownBlock): boolean =>
  (kind === 'heading' && (isAbstractHeading(text) || /^(?:introduction|keywords)/iu.test(headingWords(text)))) ||
  /^(?:abstract|summary|keywords|index terms)\b/iu.test(text) ||
  (text.length > 500 && !text.includes('@'))

const lettersOf = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}]+/gu, '')

const familyOf = (name: string): string => lettersOf(name.split(' ').at(-1) ?? '')

/** Cells of lines that look alike, one after another; a name that is broken at the end of a line is put together. */
const cellsOf = (lines: readonly Line[]): string[] => {
  const cells: string[] = []
  let isBroken = false
  for (const line of lines) {
    const [first = '', ...rest] = line.cells
    if (isBroken) cells.push(`${cells.pop() ?? ''} ${first}`, ...rest)
    else cells.push(...line.cells)
    const last = (line.cells.at(-1) ?? '').split(/,|;|\band\b|&/u).at(-1) ?? ''
    const name = last.replaceAll(MARKS, ' ').trim()
    isBroken = NAME_PART.test(name) || PARTICLE.test(name.split(' ').at(-1) ?? '')
  }
  return cells
}

const printedNames = (lines: readonly Line[]): string[] => {
  const own: Line[] = []
  let model: Line | null = null
  for (const line of lines) {
    if (isAddress(line) && (model !== null || line.cells.flatMap(namesIn).length < 2)) continue
    if (model === null && line.cells.flatMap(namesIn).length === 0) continue
    model ??= line
    if (looksAlike(model, line)) own.push(line)
  }
  return [...new Set(cellsOf(own).flatMap(namesIn).map(plainName))].slice(0, MOST_AUTHORS)
}

/**
 * The authors: names below the title, in the style of the first of them; or those that the document names itself, if the
 * first page has their family names.
 */
export const proposeAuthors = (
  blocks: readonly KnownBlock[],
  { title, said, pageText }: { title: ReadonlySet<KnownBlock>; said: string; pageText: string },
): string[] => {
  const last = blocks.findLastIndex((block) => title.has(block))
  const stop = blocks.findIndex((block, index) => index > last && isStop(block))
  const below = blocks.slice(last + 1, stop === -1 ? last + 12 : stop)
  const printed = printedNames(below.flatMap(({ block }) => block.lines))
  const own = namesIn(said)
  const page = lettersOf(pageText)
  const isKnown = own.length > 0 && own.every((name) => page.includes(familyOf(name)))
  if (!isKnown) return printed
  const families = printed.map(familyOf)
  // Some files name the first author alone.
  const isPart = printed.length > own.length && own.every((name) => families.includes(familyOf(name)))
  return isPart || families.join(' ') === own.map(familyOf).join(' ') ? printed : own
}
