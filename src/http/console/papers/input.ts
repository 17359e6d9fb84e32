import { z } from 'zod'
import { detailLines, parseDetailLine } from '#core/papers/author-details.ts'
import { bibliographyFields, sortName } from '#core/papers/bibliography.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import { type UnsureField, unsureFields } from '#core/review/unsure-fields.ts'
import { presentFullPaper } from '#schemas/paper-schema.ts'

/** The fields of a form under their wire names (contract 2.1); lists have one entry per line. */
export type PaperFormValues = Record<string, string>

const lists = ['authors', 'topics', 'concepts', 'frameworkMappings'] as const
const numbers = ['year', 'chapter', 'longHorizonScore', 'enterpriseScore'] as const
const texts = ['title', 'institution', 'url', 'storageUrl', 'abstract', 'houseCommentary', 'type', 'fullText'] as const
const SORTED_NAMES = 'authorNames'
const DETAILS = 'authorDetails'
const OPEN_ACCESS = 'openAccess'
/** The parts of the link to read a paper for free, each with a control of its own. */
const OPEN_ACCESS_PARTS = { url: 'openAccess.url', source: 'openAccess.source' }
const withParts = new Set<string>([SORTED_NAMES, DETAILS, OPEN_ACCESS])
const bibliography = bibliographyFields.filter((name) => !withParts.has(name))
export const paperFieldNames: readonly string[] = [
  ...lists,
  ...numbers,
  ...texts,
  ...bibliography,
  SORTED_NAMES,
  DETAILS,
  ...Object.values(OPEN_ACCESS_PARTS),
]

/** Separates a name as printed from the name for sorting: "Ada Lovelace = Lovelace, Ada". */
const EQUALS = ' = '

const toNameLines = (names: PaperWithText['authorNames']): string[] =>
  names.map((one) => `${one.name}${EQUALS}${sortName(one)}`)

const parseNameLine = (typed: string): Record<string, string> => {
  const [name = '', sorted = ''] = typed.split(EQUALS)
  const comma = sorted.indexOf(', ')
  return comma === -1
    ? { name, family: sorted }
    : { name, family: sorted.slice(0, comma), given: sorted.slice(comma + 2) }
}

export const toPaperFormValues = (paper: PaperWithText): PaperFormValues => {
  const form: Record<string, unknown> = {
    ...presentFullPaper(paper),
    abstractBy: paper.abstractBy,
    fullTextKind: paper.fullTextKind,
    [SORTED_NAMES]: toNameLines(paper.authorNames),
    [DETAILS]: detailLines(paper.authors, paper.authorDetails),
    [OPEN_ACCESS_PARTS.url]: paper.openAccess?.url,
    [OPEN_ACCESS_PARTS.source]: paper.openAccess?.source,
  }
  return Object.fromEntries(
    paperFieldNames.map((name) => {
      const value = form[name]
      return [name, Array.isArray(value) ? value.join('\n') : String((value as string | number | undefined) ?? '')]
    }),
  )
}

const splitLines = (text: string): string[] =>
  text
    .split('\n')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')

/** Text that is not a number is left as it is, so that validation reports it. */
const parseNumber = (text: string): number | string => {
  const plain = text.trim().replace(',', '.')
  return plain !== '' && Number.isFinite(Number(plain)) ? Number(plain) : text
}

/** The submitted fields as a paper of contract 2.1; empty fields are left out. */
export const toPaperInput = (id: string, fields: PaperFormValues): Record<string, unknown> => {
  const given = (name: string): string => fields[name] ?? ''
  const filled = (name: string): boolean => given(name).trim() !== ''
  return {
    id,
    ...Object.fromEntries([...texts, ...bibliography].filter(filled).map((name) => [name, given(name)])),
    ...Object.fromEntries(numbers.filter(filled).map((name) => [name, parseNumber(given(name))])),
    ...Object.fromEntries(lists.map((name) => [name, splitLines(given(name))])),
    [SORTED_NAMES]: splitLines(given(SORTED_NAMES)).map(parseNameLine),
    [DETAILS]: splitLines(given(DETAILS)).map(parseDetailLine),
    ...(Object.values(OPEN_ACCESS_PARTS).some(filled)
      ? { [OPEN_ACCESS]: { url: given(OPEN_ACCESS_PARTS.url), source: given(OPEN_ACCESS_PARTS.source) } }
      : {}),
    // Always included: an empty title must be reported as an error.
    title: given('title'),
  }
}

/** The unsure fields that an editor ticked as right. */
export const confirmedFields = (ticked: readonly string[]): UnsureField[] =>
  unsureFields.filter((field) => ticked.includes(field))

const versionNumber = () =>
  z
    .string()
    .regex(/^[1-9]\d{0,8}$/u, { error: 'must be a version number' })
    .transform(Number)
    .optional()
export const versionsQuery = z.strictObject({ from: versionNumber(), to: versionNumber() })
