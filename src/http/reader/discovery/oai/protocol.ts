import { chapters, chapterTitle, type NamedChapter } from '#core/papers/chapter.ts'
import { researchTypes, type Paper, type ResearchType } from '#core/papers/paper.ts'

/** Errors of the protocol (OAI-PMH 2.0, section 3.6); they are reported with HTTP status 200. */
export const oaiErrorCodes = [
  'badArgument',
  'badResumptionToken',
  'badVerb',
  'cannotDisseminateFormat',
  'idDoesNotExist',
  'noRecordsMatch',
] as const
type OaiErrorCode = (typeof oaiErrorCodes)[number]

export class OaiError extends Error {
  readonly code: OaiErrorCode

  constructor(code: OaiErrorCode, message: string) {
    super(message)
    this.name = 'OaiError'
    this.code = code
  }
}

/** An instant in the form of the protocol, to the second (section 3.3). */
export const datestamp = (instant: string): string => `${instant.slice(0, 19)}Z`

const DAY = /^\d{4}-\d{2}-\d{2}$/u
const SECOND = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/u
const MS_PER_SECOND = 1_000
const MS_PER_DAY = 86_400_000

/** Start and length of a day or second, in milliseconds. */
const period = (name: string, given: string): { start: number; length: number } => {
  const length = DAY.test(given) ? MS_PER_DAY : SECOND.test(given) ? MS_PER_SECOND : null
  const start = Date.parse(given)
  // Date.parse accepts 30 February as a day in March.
  const exists = !Number.isNaN(start) && new Date(start).toISOString().startsWith(given.slice(0, 10))
  if (length === null || !exists)
    throw new OaiError('badArgument', `${name} must read like 2026-11-22 or 2026-11-22T10:30:00Z.`)
  return { start, length }
}

/** The range of instants from `from` to `until`, inclusive. Throws `badArgument`. */
export const dateRange = (
  from: string | undefined,
  until: string | undefined,
): { from: string | null; before: string | null } => {
  const first = from === undefined ? null : period('from', from)
  const last = until === undefined ? null : period('until', until)
  if (first !== null && last !== null) {
    if (first.length !== last.length)
      throw new OaiError('badArgument', 'from and until must both be days, or both be to the second.')
    if (first.start > last.start) throw new OaiError('badArgument', 'from must not be later than until.')
  }
  return {
    from: first === null ? null : new Date(first.start).toISOString(),
    before: last === null ? null : new Date(last.start + last.length).toISOString(),
  }
}

export type SetFilter = { chapter: number | null; type: ResearchType | null }

const chapterSpec = (number: number): string => `chapter-${number}`
const typeSpec = (type: ResearchType): string => `type-${type}`

/** Every set, with its name. */
export const listSets = (names: readonly NamedChapter[]): { spec: string; name: string }[] => [
  ...names.map((chapter) => ({ spec: chapterSpec(chapter.number), name: chapterTitle(chapter) })),
  ...researchTypes.map((type) => ({ spec: typeSpec(type), name: `Type: ${type.replaceAll('_', ' ')}` })),
]

/** The sets of a paper. */
export const setsOf = ({ chapter, type }: Paper): string[] => [
  ...(chapter === null ? [] : [chapterSpec(chapter)]),
  ...(type === null ? [] : [typeSpec(type)]),
]

/** The filter of a set. Throws `badArgument` for a set that does not exist. */
export const setFilter = (spec: string | undefined): SetFilter => {
  if (spec === undefined) return { chapter: null, type: null }
  const chapter = chapters.find((number) => chapterSpec(number) === spec) ?? null
  const type = researchTypes.find((name) => typeSpec(name) === spec) ?? null
  if (chapter === null && type === null) throw new OaiError('badArgument', 'There is no such set; ListSets lists them.')
  return { chapter, type }
}
