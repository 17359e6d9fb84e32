import { invertedName, namesBetweenCommas } from '#formats/record/names.ts'
import type { Person } from '#formats/record/paper-fields.ts'
import { oneLine } from '#formats/text/plain-text.ts'

/** Scopus writes its number of a person behind the name. */
const NUMBER_BEHIND = /\s*\(\d+\)$/u
const ET_AL = /\bet al\.?$/iu
/** What Scopus writes where there is nobody. */
const NOBODY = /^\[no author name available\]$/iu

/** A list as programs write it into a cell: ["Jane Doe", "R. Roe"], also between single quotes. */
const LIST =
  /^\[\s*(?<items>(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')(?:\s*,\s*(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'))*)\s*,?\s*\]$/u
const LIST_ITEM = /"(?<double>(?:[^"\\]|\\.)*)"|'(?<single>(?:[^'\\]|\\.)*)'/gu

const listed = (cell: string): string[] | null => {
  const items = LIST.exec(cell)?.groups?.items
  if (items === undefined) return null
  return [...items.matchAll(LIST_ITEM)].map(({ groups }) =>
    (groups?.double ?? groups?.single ?? '').replaceAll(/\\(?<sign>["'\\])/gu, '$<sign>'),
  )
}

/** Names between semicolons, bars or "and"; with nothing but commas, those that can be told apart. */
const peopleIn = (cell: string): Person[] => {
  const list = listed(cell)
  if (list !== null) return list.map(invertedName)
  const apart = [/\s*;\s*/u, /\s*\|\s*/u].find((sign) => sign.test(cell))
  if (apart !== undefined) return cell.split(apart).map((name) => invertedName(name.replace(NUMBER_BEHIND, '')))
  const parts = cell.replace(NUMBER_BEHIND, '').split(/,?\s+(?:and|&)\s+/u)
  // "One, Two and Three": what stands before the last may be a list itself.
  const names = parts.flatMap((part) => part.split(/\s*,\s*/u))
  if (parts.length > 1 && names.length > parts.length && names.every((name) => name.includes(' ')))
    return names.map((name) => ({ name }))
  return parts.flatMap((part) => namesBetweenCommas(part) ?? [invertedName(part)])
}

/** The people that a cell names, and whether it says that there are more. */
export const cellPeople = (cell: string): { people: Person[]; isCut: boolean } => {
  const line = oneLine(cell)
  const named = line.replace(ET_AL, '').trimEnd().replace(/[,;]$/u, '')
  return { people: peopleIn(named).filter(({ name }) => !NOBODY.test(name ?? '')), isCut: ET_AL.test(line) }
}
