import { z } from 'zod'
import {
  type BulkChange,
  type BulkChangeRecord,
  bulkKinds,
  changesFields,
  MAX_BULK_PAPERS,
  type PaperAtVersion,
} from '#core/review/bulk-change.ts'
import { type Failure, validationFailure } from '#core/failure.ts'
import { parseChapter } from '#core/papers/chapter.ts'
import { PAPER_ID } from '#core/papers/paper.ts'
import { MAX_NOTE_LENGTH } from '#core/review/submission.ts'
import { listUrl } from '#http/console/pages/list.ts'
import type { Store } from '#ports/store/store.ts'
import { findListedIds } from './find-listed.ts'
import { paperListAddress, paperSearchSchema } from './list-input.ts'
import { line } from '#schemas/fields.ts'
import { parseInput, validate } from '#schemas/validate.ts'

type Fields = Readonly<Record<string, string>>

const changeForm = z.object({
  change: z.enum([...bulkKinds, 'decide']),
  /** For `decide`. */
  event: z.enum(bulkKinds).optional(),
  chapter: z.string().max(3).optional().default(''),
  concept: z.string().max(1_000).optional().default(''),
  // Line breaks count twice until they are read.
  note: z
    .string()
    .max(2 * MAX_NOTE_LENGTH)
    .optional()
    .default(''),
})

/** The values of a form that say what is to change, whether or not they are complete. */
export type ChangeValues = z.output<typeof changeForm>

export const readChangeValues = (fields: Fields): ChangeValues => parseInput(changeForm, fields)

/** The name of a concept in a form. Throws `invalid`. */
const conceptName = (given: string): string => {
  const read = validate(line(200), given.trim())
  if (read.ok) return read.value
  throw validationFailure(read.errors.map(({ message }) => ({ path: 'concept', message })))
}

/** The change that a form asks for. Throws `invalid`. */
export const toBulkChange = ({ change, event, chapter, concept, note }: ChangeValues): BulkChange => {
  const kind = change === 'decide' ? event : change
  switch (kind) {
    case undefined:
      throw validationFailure([{ path: 'event', message: 'must be one of the decisions that the list offers' }])
    case 'set-chapter':
      return { kind, chapter: parseChapter(chapter) }
    case 'add-concept':
    case 'remove-concept':
      return { kind, concept: conceptName(concept) }
    default:
      return { kind, note: note.trim() === '' ? null : note }
  }
}

/** The fields of a form that asks for a change again. */
export const changePairs = (change: BulkChange): [string, string][] => {
  if (!changesFields(change)) return [['change', change.kind]]
  return change.kind === 'set-chapter'
    ? [
        ['change', change.kind],
        ['chapter', String(change.chapter ?? '')],
      ]
    : [
        ['change', change.kind],
        ['concept', change.concept],
      ]
}

const tooMany = (): Failure =>
  validationFailure([{ path: 'paper', message: `must be at most ${MAX_BULK_PAPERS} papers at a time` }])

/** The ids that were ticked. Throws `invalid`. */
export const readIds = (given: readonly string[]): string[] => {
  const ids = [...new Set(given)]
  if (ids.some((id) => !PAPER_ID.test(id)))
    throw validationFailure([{ path: 'paper', message: 'must be the id of a paper, such as p19' }])
  if (ids.length > MAX_BULK_PAPERS) throw tooMany()
  return ids
}

const AT_VERSION = /^(?<id>p\d{1,15})@(?<version>\d{1,9})$/u

export const papersText = (papers: readonly PaperAtVersion[]): string =>
  papers.map(({ id, version }) => `${id}@${version}`).join(' ')

/** Different papers with the versions that a preview showed. Throws `invalid`. */
export const readPapers = (text: string): PaperAtVersion[] => {
  const papers = text
    .split(' ')
    .filter((each) => each !== '')
    .map((each) => {
      const { id, version } = AT_VERSION.exec(each)?.groups ?? {}
      if (id === undefined || version === undefined)
        throw validationFailure([{ path: 'papers', message: 'must be papers with their versions, such as p19@2' }])
      return { id, version: Number(version) }
    })
  if (papers.length > MAX_BULK_PAPERS) throw tooMany()
  return [...new Map(papers.map((paper) => [paper.id, paper])).values()]
}

/** The lists that a change of many papers begins at, by the names that forms send. */
export const paperLists = ['papers', 'queue'] as const

/** A list of papers: what its address selects, and the way back to it. */
export type PaperList = {
  /** The ids of the first papers that an address selects, and whether there are no more. Throws `invalid`. */
  idsOf(reader: Store['private'], search: URLSearchParams, most: number): Promise<{ ids: string[]; isAll: boolean }>
  /** The address; `changed` is what has just been done there. Throws `invalid`. */
  addressOf(search: URLSearchParams, changed: BulkChangeRecord['id'] | null): string
}

export type PaperLists = Record<(typeof paperLists)[number], PaperList>

const placeForm = z.object({
  list: z.enum(paperLists).optional().default('papers'),
  /** The search of the list in its address. */
  where: z.string().max(10_000).optional().default(''),
})

/** Where a form came from. Throws `invalid`. */
export type Place = z.output<typeof placeForm>

export const readPlace = (fields: Fields): Place => parseInput(placeForm, fields)

/** What is no parameter of a list is left out. */
const readWhere = (search: URLSearchParams) => parseInput(paperSearchSchema, Object.fromEntries(search))

/** The list of papers in any state. */
export const listOfPapers: PaperList = {
  idsOf: (reader, search, most) => findListedIds(reader, readWhere(search), most),
  addressOf: (search, changed) => listUrl('/console/papers', { ...paperListAddress(readWhere(search)), changed }),
}
