import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { z } from 'zod'
import { Failure, type ValidationError } from '#core/failure.ts'
import { FILE_DIGEST, type PaperFile } from '#core/files.ts'
import { type ImportedRecord, sourceFormats } from '#core/imports/imported-record.ts'
import { noticeKinds } from '#core/imports/notice.ts'
import { unsureFields } from '#core/review/unsure-fields.ts'
import { isOfList } from '#core/sources/candidate.ts'
import { bareArxivId, bareDoi, doiAddress } from '#formats/text/identifiers.ts'
import type { FormFields } from '#http/input/multipart-form.ts'
import { checkReadRecord, checkRecord, type ReadingOrigin } from '#imports/check-record.ts'
import type { StorableRecord } from '#imports/read-content.ts'
import { parsePaper } from '#schemas/paper-schema.ts'

/** A person looks at each of them, so that more are a file to import. */
export const MOST_ROWS = 200

/** The fields of a record that are edited before it is stored. */
export const editedFields = [
  'title',
  'authors',
  'year',
  'doi',
  'arxivId',
  'chapter',
  'container',
  'url',
  'abstract',
] as const
export type EditedField = (typeof editedFields)[number]

/** A dropped PDF that waits in the file store for its paper. */
export type WaitingFile = Pick<PaperFile, 'sha256' | 'bytes' | 'name'>

/** A record as it was read, and where. */
export type KeptRecord = {
  record: ImportedRecord
  place: string
  file: WaitingFile | null
  /** What a person should know about it, such as why a PDF could not be read; null for nothing. */
  note: string | null
}

/** A record of the page, with its fields as they are typed. */
export type AddRow = KeptRecord & { values: Record<EditedField, string>; isChosen: boolean }

const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

const NAMES = '; '

const valuesOf = ({ fields }: ImportedRecord): AddRow['values'] => {
  const authors = Array.isArray(fields.authors) ? fields.authors.map(textOf).join(NAMES) : ''
  return Object.fromEntries(
    editedFields.map((name) => [name, name === 'authors' ? authors : textOf(fields[name])]),
  ) as AddRow['values']
}

/** A row for a record that was just read. */
export const newRow = (kept: KeptRecord): AddRow => ({ ...kept, values: valuesOf(kept.record), isChosen: true })

/** More than the text of a PDF with its record. */
const MOST_UNPACKED = 30_000_000

const keptSchema = z.strictObject({
  record: z.strictObject({
    format: z.enum(sourceFormats),
    position: z.string().min(1).max(600),
    recordId: z.string().nullable(),
    fields: z.record(z.string(), z.unknown()),
    unmapped: z.array(z.string()),
    source: z.string(),
    notices: z
      .array(
        z.strictObject({
          kind: z.enum(noticeKinds),
          text: z.string().nullable(),
          date: z.string().nullable(),
          address: z.string().nullable(),
          about: z.string().nullable(),
        }),
      )
      .optional(),
    versions: z.array(z.string()).optional(),
    unsure: z.array(z.enum(unsureFields)).optional(),
  }),
  place: z.string().min(1).max(500),
  file: z
    .strictObject({ sha256: z.string().regex(FILE_DIGEST), bytes: z.int().min(0), name: z.string().max(1_000) })
    .nullable(),
  note: z.string().max(2_000).nullable(),
})

/** A record as the page keeps it until it is stored: what was read, compressed. */
export const packRecord = ({ record, place, file, note }: KeptRecord): string =>
  deflateRawSync(JSON.stringify({ record, place, file, note })).toString('base64url')

/** Throws `malformed`. */
const unpackRecord = (packed: string): KeptRecord => {
  try {
    const text = inflateRawSync(Buffer.from(packed, 'base64url'), { maxOutputLength: MOST_UNPACKED }).toString('utf8')
    const { record, ...kept } = keptSchema.parse(JSON.parse(text))
    const { notices, versions, unsure, ...rest } = record
    return {
      ...kept,
      record: {
        ...rest,
        ...(notices === undefined ? {} : { notices }),
        ...(versions === undefined ? {} : { versions }),
        ...(unsure === undefined ? {} : { unsure }),
      },
    }
  } catch (error) {
    throw new Failure('malformed', 'A record of the form is damaged: paste or choose it again.', { cause: error })
  }
}

/** The rows of a form. Throws `malformed`. */
export const rowsOf = (fields: FormFields): AddRow[] => {
  const rows: AddRow[] = []
  for (let number = 0; number < MOST_ROWS; number += 1) {
    const packed = fields.get(`record.${number}`)
    if (packed === undefined) break
    const values = Object.fromEntries(
      editedFields.map((name) => [name, (fields.get(`${name}.${number}`) ?? '').trim()]),
    ) as AddRow['values']
    rows.push({ ...unpackRecord(packed), values, isChosen: fields.has(`add.${number}`) })
  }
  return rows
}

const emptyToNothing = (text: string): string | undefined => (text === '' ? undefined : text)
const numberOf = (text: string): number | string | undefined =>
  text === '' ? undefined : Number.isFinite(Number(text)) ? Number(text) : text

/** The address follows an identifier that was changed, unless it is another page. */
const addressOf = (
  { record, values }: AddRow,
  doi: string | undefined,
  arxivId: string | undefined,
): string | undefined => {
  const before = textOf(record.fields.url)
  const isDerived =
    values.url === '' ||
    (values.url === before &&
      (before === doiAddress(textOf(record.fields.doi)) ||
        before === `https://arxiv.org/abs/${textOf(record.fields.arxivId)}`))
  if (!isDerived) return values.url
  return (
    doiAddress(doi ?? null) ?? (arxivId === undefined ? emptyToNothing(values.url) : `https://arxiv.org/abs/${arxivId}`)
  )
}

/** The record with what was typed in place of what was read. */
export const editedRecord = (row: AddRow): ImportedRecord => {
  const { record, values } = row
  const doi = emptyToNothing(bareDoi(values.doi))
  const arxivId = emptyToNothing(bareArxivId(values.arxivId) ?? values.arxivId)
  const authors = values.authors
    .split(';')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  const typed: Record<EditedField, unknown> = {
    title: emptyToNothing(values.title),
    authors: authors.length === 0 ? undefined : authors,
    year: numberOf(values.year),
    doi,
    arxivId,
    chapter: numberOf(values.chapter),
    container: emptyToNothing(values.container),
    url: addressOf(row, doi, arxivId),
    abstract: emptyToNothing(values.abstract),
  }
  const fields = Object.entries({ ...record.fields, ...typed }).filter(([, value]) => value !== undefined)
  return { ...record, fields: Object.fromEntries(fields) }
}

/** Whether a row has nothing of a paper but an identifier or the address of a work: it waits in the inbox until its record is known. */
export const isIdentifierOnly = ({ record, values }: Pick<AddRow, 'record' | 'values'>): boolean =>
  isOfList(record) &&
  values.authors === '' &&
  values.year === '' &&
  (values.doi !== '' || values.arxivId !== '' || record.format === 'links') &&
  (values.title === '' || record.format === 'links')

export type CheckedRow = { record: StorableRecord } | { errors: ValidationError[] }

/** Checks a row as it was typed: by the rules of a submission for its edited fields, by those of an import for all others. */
export const checkRow = (row: AddRow, number: number, origin: ReadingOrigin): CheckedRow => {
  const edited = editedRecord(row)
  if (isIdentifierOnly(row)) {
    const checked = checkReadRecord({ ...edited, fields: { ...edited.fields } }, origin)
    return 'reason' in checked ? { errors: [{ path: `doi.${number}`, message: checked.reason }] } : { record: checked }
  }
  const parsed = parsePaper({ ...edited.fields, id: 'p0' }, origin.now)
  const errors = (parsed.ok ? [] : parsed.errors).flatMap(({ path, message }) => {
    const [field = '', ...rest] = path.split('.')
    const isEdited = editedFields.some((name) => name === field)
    return isEdited ? [{ path: [field, number, ...rest].join('.'), message }] : []
  })
  if (errors.length > 0) return { errors }
  const checked = checkRecord(edited, origin)
  return 'reason' in checked ? { errors: [{ path: `title.${number}`, message: checked.reason }] } : { record: checked }
}

/** What a record lacks that a person may know; what must not be missing comes first. */
export const missingOf = ({ record, values }: AddRow, hasChapters: boolean): EditedField[] => {
  const wanted: EditedField[] = ['title', 'authors', 'year', 'abstract', ...(hasChapters ? (['chapter'] as const) : [])]
  const missing = wanted.filter((name) => values[name] === '')
  const isLinked = values.doi !== '' || values.arxivId !== '' || values.url !== '' || record.format === 'pdf'
  return isLinked ? missing : [...missing, 'doi']
}
