import { readFile } from 'node:fs/promises'
import type { Context } from 'hono'
import { z } from 'zod'
import type { RunAction } from '#actions/run-action.ts'
import type { AssessmentRule } from '#core/assessment/assessment-rule.ts'
import { Failure, type ValidationError } from '#core/failure.ts'
import { fileName } from '#core/files.ts'
import type { ImportedRecord, ReadRecord } from '#core/imports/imported-record.ts'
import { byteSize } from '#core/numbers.ts'
import { type FileStoringPorts, receivePdf, storeStagedFile } from '#files/files.ts'
import { getCurrentActor, getCurrentEditor } from '#http/auth/current-session.ts'
import { editorRoute, htmlResponse, pageResponse, redisplayForm } from '#http/console/console-route.ts'
import { oneAtATime } from '#http/input/attempt-limit.ts'
import { FILE_FORM_BYTES, IMPORT_BODY_BYTES } from '#http/input/body.ts'
import { readFormWithFiles, type SentFormFile } from '#http/input/multipart-form.ts'
import { noParameters, readQuery } from '#http/input/query.ts'
import { page, type Reply } from '#http/routing/reply.ts'
import { allowSlowBody, type Route } from '#http/routing/route.ts'
import { loadColumns, type ReadingPorts } from '#imports/import-source.ts'
import { countReport, noTotals } from '#imports/import-totals.ts'
import { WHOLE_FILE } from '#imports/read-content.ts'
import type { StagedFile } from '#ports/file-store.ts'
import type { RecordLookup } from '#ports/record-lookup.ts'
import type { LiveSite } from '#ports/site.ts'
import type { Store } from '#ports/store/store.ts'
import { parseInput } from '#schemas/validate.ts'
import { type AddRow, checkRow, editedFields, type KeptRecord, MOST_ROWS, newRow, rowsOf } from './input.ts'
import { findKnown } from './known-works.ts'
import { lookUpRows } from './look-up-rows.ts'
import { ADD_PATH, addedPage, addPage, type AddView, type Unread } from './pages.ts'
import { type ReadyRow, storeRows } from './store-rows.ts'

export type AddingPorts = ReadingPorts &
  FileStoringPorts & {
    store: Store
    run: RunAction
    site: LiveSite
    requireAssessment: AssessmentRule
    lookUpRecords: RecordLookup | null
  }

/** What is pasted, all rows with what was typed into them, and a field of each for whether it is chosen. */
const FORM_BOUNDS = { fields: MOST_ROWS * (editedFields.length + 2) + 10, fieldSize: IMPORT_BODY_BYTES }

const PASTED = 'pasted text'

type Received = {
  fields: ReadonlyMap<string, string>
  files: ({ name: string; bytes: Uint8Array } | { name: string; staged: StagedFile })[]
  unread: Unread[]
}

async function* from(first: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value
}

const isPdf = (start: Uint8Array): boolean => Buffer.from(start.subarray(0, 5)).toString('latin1') === '%PDF-'

/** Receives the form before anything is read: PDFs go to the disk, and the other files have a bound together. */
const receive = async (ports: AddingPorts, context: Context): Promise<Received> => {
  const received: Omit<Received, 'fields'> = { files: [], unread: [] }
  let held = 0
  const take = async ({ name, content }: SentFormFile): Promise<void> => {
    const pieces = content[Symbol.asyncIterator]()
    const first = await pieces.next()
    if (first.done === true) {
      received.unread.push({ place: name, position: null, reason: 'It is empty.' })
      return
    }
    if (isPdf(first.value)) {
      received.files.push({ name, staged: await receivePdf(ports, from(first.value, pieces)) })
      return
    }
    const kept: Uint8Array[] = []
    for await (const piece of from(first.value, pieces)) {
      held += piece.byteLength
      if (held > IMPORT_BODY_BYTES)
        throw new Failure(
          'too_large',
          `The files may have at most ${byteSize(IMPORT_BODY_BYTES)} together: import them on the page “Imports”.`,
        )
      kept.push(piece)
    }
    received.files.push({ name, bytes: Buffer.concat(kept) })
  }
  const takeOrRefuse = async (file: SentFormFile): Promise<void> => {
    try {
      await take(file)
    } catch (failure) {
      if (!(failure instanceof Failure) || failure.code === 'malformed') throw failure
      const reason = failure.details[0]?.message ?? failure.message
      received.unread.push({ place: file.name, position: null, reason })
    }
  }
  allowSlowBody(context)
  const order = { limit: FILE_FORM_BYTES, bounds: FORM_BOUNDS }
  try {
    return { ...received, fields: await readFormWithFiles(context, order, takeOrRefuse) }
  } catch (error) {
    await discardAll(received.files)
    throw error
  }
}

const discardAll = async (files: Received['files']): Promise<void> => {
  for (const file of files) if ('staged' in file) await file.staged.discard()
}

type Drafted = { kept: KeptRecord[]; unread: Unread[] }

const draftsOf = (records: readonly ReadRecord[], place: string): Drafted => ({
  kept: records.flatMap((record) => ('fields' in record ? [{ record, place, file: null, note: null }] : [])),
  unread: records.flatMap((record) =>
    'reason' in record ? [{ place, position: record.position, reason: record.reason }] : [],
  ),
})

/** Keeps a PDF in the file store, where it waits for its paper, and what was read from it, for a person to complete. */
const draftPdf = async (
  ports: AddingPorts,
  { name, staged, actor }: { name: string; staged: StagedFile; actor: string },
): Promise<Drafted> => {
  const order = { drafted: await readFile(staged.path), remembered: new Map(), isPasted: false, most: 1 }
  const [read] = await ports.contentReader.draft({ ...order, now: ports.clock.now() })
  await storeStagedFile(ports, staged, actor)
  const { sha256, bytes } = staged
  const note = read !== undefined && 'reason' in read ? read.reason : null
  const nothing: ImportedRecord = {
    format: 'pdf',
    position: WHOLE_FILE,
    recordId: null,
    fields: {},
    unmapped: [],
    source: JSON.stringify({ sha256 }),
  }
  const record = read !== undefined && 'fields' in read ? read : nothing
  const place = fileName(name)
  return { kept: [{ record, place, file: { sha256, bytes, name: place }, note }], unread: [] }
}

/** Reads what was pasted and each file, separately, so that one that cannot be read does not affect the others. */
const draftAll = async (ports: AddingPorts, { fields, files, unread }: Received, actor: string): Promise<Drafted> => {
  const all: Drafted = { kept: [], unread: [...unread] }
  const remembered = await loadColumns(ports)
  const draft = (drafted: Uint8Array, isPasted: boolean): Promise<ReadRecord[]> =>
    ports.contentReader.draft({ drafted, remembered, isPasted, most: MOST_ROWS, now: ports.clock.now() })
  const take = async (place: string, read: () => Promise<Drafted>): Promise<void> => {
    try {
      const { kept, unread: refused } = await read()
      all.kept.push(...kept)
      all.unread.push(...refused)
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure
      all.unread.push({ place, position: null, reason: failure.details[0]?.message ?? failure.message })
    }
  }
  const text = fields.get('text') ?? ''
  if (text.trim() !== '') await take(PASTED, async () => draftsOf(await draft(Buffer.from(text), true), PASTED))
  for (const file of files) {
    const place = fileName(file.name).slice(0, 300)
    if ('staged' in file) await take(place, () => draftPdf(ports, { ...file, actor }))
    else await take(place, async () => draftsOf(await draft(file.bytes, false), place))
  }
  return all
}

type Shown = Partial<Pick<AddView, 'rows' | 'known' | 'unread' | 'text' | 'errors' | 'error'>>

const render = async (ports: AddingPorts, context: Context, shown: Shown = {}) => {
  const { store, site, requireAssessment, lookUpRecords } = ports
  const { rows = [] } = shown
  const known = shown.known ?? (await findKnown(store, rows))
  const chapters = await store.private.chapters.names()
  const view = { rows, unread: [], text: '', errors: [], error: null, ...shown, known, chapters }
  const library = { site, requireAssessment, looksUp: lookUpRecords !== null }
  return addPage(library, { ...view, editor: getCurrentEditor(context) })
}

const show =
  (ports: AddingPorts) =>
  async (context: Context): Promise<Reply> => {
    readQuery(context, noParameters)
    return page(200, await render(ports, context))
  }

/** Shows what was pasted or dropped as rows after those that the page has. */
const look = async (ports: AddingPorts, context: Context, received: Received): Promise<Reply> => {
  const text = received.fields.get('text') ?? ''
  const before = rowsOf(received.fields)
  const { kept, unread } = await draftAll(ports, received, getCurrentActor(context))
  const added = kept.map(newRow)
  const refuse = async (status: number, error: string): Promise<Reply> =>
    page(status, await render(ports, context, { rows: before, unread, text, error }))
  if (added.length === 0 && unread.length === 0 && before.length === 0)
    return refuse(400, 'Paste something, or choose a file.')
  if (before.length + added.length > MOST_ROWS)
    return refuse(413, `There are more than ${MOST_ROWS} records: import them as a file on the page “Imports”.`)
  if (added.length === 0 && unread.length > 0)
    return page(before.length > 0 ? 200 : 400, await render(ports, context, { rows: before, unread, text }))
  const read = [...before, ...added]
  const rows = await lookUpRows(ports.lookUpRecords, read, await findKnown(ports.store, read))
  const known = await findKnown(ports.store, rows)
  const shown = rows.map((row, index) => (index < before.length ? row : { ...row, isChosen: isNew(known[index]) }))
  return page(200, await render(ports, context, { rows: shown, known, unread, text: unread.length === 0 ? '' : text }))
}

const isNew = (known: Awaited<ReturnType<typeof findKnown>>[number] | undefined): boolean =>
  known === undefined || (known.paper === null && known.twiceOf === null)

type Checked = { ready: ReadyRow[]; errors: ValidationError[] }

const checkRows = (rows: readonly AddRow[], now: Date): Checked => {
  const found: Checked = { ready: [], errors: [] }
  for (const [number, row] of rows.entries()) {
    if (!row.isChosen) continue
    const checked = checkRow(row, number, { place: row.place, now, onlyOf: null })
    if ('errors' in checked) found.errors.push(...checked.errors)
    else found.ready.push({ record: checked.record, file: row.file })
  }
  return found
}

/** Stores the chosen rows if all of them are right; otherwise the page comes back with everything that was typed. */
const store = async (
  ports: AddingPorts,
  context: Context,
  { received, isReviewed }: { received: Received; isReviewed: boolean },
): Promise<Reply> => {
  const rows = rowsOf(received.fields)
  const { ready, errors } = checkRows(rows, ports.clock.now())
  const text = received.fields.get('text') ?? ''
  const again = async (error: string): Promise<Reply> =>
    page(400, await render(ports, context, { rows, text, errors, error }))
  if (text.trim() !== '' || received.files.length > 0 || received.unread.length > 0)
    return again('You pasted or chose something that was not looked at: press “Look”, or empty the field.')
  if (errors.length > 0)
    return again('Nothing was stored yet: some fields are wrong or missing. They are marked below.')
  if (ready.length === 0) return again('Nothing was stored: choose at least one record.')
  const actor = getCurrentActor(context)
  const session = isReviewed ? ports.clock.now().toISOString() : null
  const reports = await storeRows(ports, ready, { actor, session, onlyOf: null })
  const totals = noTotals()
  for (const report of reports) countReport(totals, report)
  const view = { editor: getCurrentEditor(context), session, totals, reports }
  return page(200, addedPage({ site: ports.site }, view))
}

const actSchema = z.enum(['look', 'review', 'publish'])

const receiveForm = (ports: AddingPorts) => {
  const exclusively = oneAtATime('What you added before')
  return (context: Context): Promise<Reply> =>
    redisplayForm(
      () =>
        exclusively(getCurrentActor(context), async () => {
          const received = await receive(ports, context)
          try {
            const act = parseInput(actSchema, received.fields.get('act') ?? 'look')
            if (act === 'look') return await look(ports, context, received)
            return await store(ports, context, { received, isReviewed: act === 'review' })
          } finally {
            await discardAll(received.files)
          }
        }),
      (failure) => render(ports, context, { error: failure.details[0]?.message ?? failure.message }),
    )
}

export const addRoutes = (ports: AddingPorts): Route[] => [
  {
    ...editorRoute,
    method: 'get',
    path: ADD_PATH,
    summary: 'Adding papers: a field to paste into, and files',
    responses: pageResponse,
    handle: show(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: ADD_PATH,
    summary: 'Shows the records of what was pasted or chosen, or stores those that were looked at',
    responses: {
      ...pageResponse,
      400: htmlResponse('Nothing could be read, or a field is wrong. The page has all that was typed.'),
      413: htmlResponse('There are more records than a person looks at.'),
      503: htmlResponse('What the editor added before is still being read or stored.'),
    },
    handle: receiveForm(ports),
  },
]
