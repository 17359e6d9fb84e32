import type { Context } from 'hono'
import { z } from 'zod'
import type { RunAction } from '#actions/run-action.ts'
import { forgetColumns, rememberColumns } from '#actions/table-columns.ts'
import { Failure, validationFailure } from '#core/failure.ts'
import { columnsByHeader, tableFields, type TableColumns } from '#core/imports/table-columns.ts'
import { byteSize } from '#core/numbers.ts'
import { fieldsByName, MAX_COLUMNS } from '#formats/table-columns.ts'
import { getCurrentActor, getCurrentEditor } from '#http/auth/current-session.ts'
import {
  editorRoute,
  htmlResponse,
  pageResponse,
  redirectResponse,
  redisplayForm,
} from '#http/console/console-route.ts'
import { oneAtATime } from '#http/input/attempt-limit.ts'
import { IMPORT_BODY_BYTES, readFormBody } from '#http/input/body.ts'
import { readFormFiles } from '#http/input/multipart-form.ts'
import { readQuery } from '#http/input/query.ts'
import { page, type Reply, seeOther } from '#http/routing/reply.ts'
import { allowSlowBody, type Route } from '#http/routing/route.ts'
import { importBytes, type ReadingPorts } from '#imports/import-source.ts'
import type { NamedOutline } from '#imports/read-content.ts'
import type { Store } from '#ports/store/store.ts'
import { parseInput } from '#schemas/validate.ts'
import { fileImportRoutes, unfinishedFiles } from './file-imports.ts'
import { type ChosenColumns, IMPORTS_PATH, type ImportOutcome, importsPage, type ImportsView } from './pages.ts'
import type { LiveSite } from '#ports/site.ts'

export type ImportingPorts = ReadingPorts & { store: Store; run: RunAction; site: LiveSite }

type Shown = Partial<Omit<ImportsView, 'editor' | 'remembered' | 'unfinished'>>

const render = async (ports: ImportingPorts, context: Context, shown: Shown = {}) => {
  const remembered = await ports.store.private.tableColumns.list()
  const view = { done: null, error: null, table: null, outcome: null, ...shown }
  const unfinished = await unfinishedFiles(ports, getCurrentActor(context))
  return importsPage(ports, { ...view, editor: getCurrentEditor(context), remembered, unfinished })
}

const importPageQuery = z.strictObject({ done: z.enum(['saved', 'forgotten']).optional() })

const show =
  (ports: ImportingPorts) =>
  async (context: Context): Promise<Reply> => {
    const { done = null } = readQuery(context, importPageQuery)
    return page(200, await render(ports, context, { done }))
  }

type ReceivedFile = { name: string; bytes: Uint8Array }

/** What a form has around its file. */
const FORM_FRAME_BYTES = 65_536

/** The file of the form. Throws `invalid` without one, and `too_large`. */
const receiveFile = async (context: Context): Promise<ReceivedFile> => {
  const received: ReceivedFile[] = []
  allowSlowBody(context)
  await readFormFiles(context, IMPORT_BODY_BYTES + FORM_FRAME_BYTES, async ({ name, content }) => {
    const pieces: Uint8Array[] = []
    let length = 0
    for await (const piece of content) {
      length += piece.byteLength
      if (length > IMPORT_BODY_BYTES)
        throw new Failure('too_large', `The file may have at most ${byteSize(IMPORT_BODY_BYTES)}: import it in parts.`)
      pieces.push(piece)
    }
    received.push({ name, bytes: Buffer.concat(pieces) })
  })
  const [file] = received
  if (file === undefined) throw validationFailure([{ path: 'file', message: 'must be chosen' }])
  return file
}

const isPdf = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-'

const hasMore = ({ outline: { known, proposed } }: NamedOutline): boolean =>
  known.title === undefined || Object.keys(proposed).length > Object.keys(known).length

/** The table whose columns are chosen: the first that has columns to choose; in a preview any. */
const tableToChoose = (outlines: readonly NamedOutline[], isPreview: boolean): ChosenColumns | null => {
  const found = outlines.find(hasMore) ?? (isPreview ? outlines[0] : undefined)
  if (found === undefined) return null
  const { name, outline } = found
  return { name, names: outline.names, rows: outline.rows, chosen: outline.proposed, errors: [] }
}

const importFile =
  (ports: ImportingPorts, file: ReceivedFile, { actor, isPreview }: { actor: string; isPreview: boolean }) =>
  async (): Promise<ImportOutcome> => {
    if (isPdf(file.bytes))
      throw new Failure(
        'unsupported_media_type',
        'PDFs are read on the page “Files”, which keeps them with their papers.',
      )
    const session = ports.clock.now().toISOString()
    const importing = { place: file.name, actor, onlyOf: null, session, isDryRun: isPreview }
    const result = await importBytes(ports, { bytes: file.bytes, given: null, keepsText: false, ...importing })
    return { file: file.name, isPreview, session, ...result }
  }

const receive = (ports: ImportingPorts) => {
  const exclusively = oneAtATime('Another import of yours')
  return (isPreview: boolean) =>
    (context: Context): Promise<Reply> =>
      redisplayForm(
        async () => {
          const actor = getCurrentActor(context)
          return exclusively(actor, async () => {
            const file = await receiveFile(context)
            const remembered = columnsByHeader(await ports.store.private.tableColumns.list())
            const outlines = await ports.contentReader.outline({ outlined: file.bytes, remembered })
            const table = tableToChoose(outlines, isPreview)
            const work = importFile(ports, file, { actor, isPreview })
            if (table === null) return page(200, await render(ports, context, { outcome: await work() }))
            return redisplayForm(
              async () => page(200, await render(ports, context, { outcome: await work(), table })),
              ({ code, message }) => {
                const isUnknown = code === 'unsupported_media_type' && !isPdf(file.bytes)
                const error = isUnknown ? 'The columns of this table are not known: choose them below.' : message
                return render(ports, context, { error, table })
              },
            )
          })
        },
        (failure) => render(ports, context, { error: failure.details[0]?.message ?? failure.message }),
      )
}

const namesSchema = z.array(z.string().max(10_000)).min(1).max(MAX_COLUMNS)

const column = z.string().max(10_000).default('')
const columnsSchema = z.strictObject({
  names: z.string(),
  ...(Object.fromEntries(tableFields.map((field) => [field, column])) as Record<
    (typeof tableFields)[number],
    typeof column
  >),
})

/** Parses the hidden header of the form. Throws `malformed`. */
const parseNames = (text: string): string[] => {
  try {
    return namesSchema.parse(JSON.parse(text))
  } catch (error) {
    throw new Failure('malformed', 'The header of the table is missing: choose the file again.', { cause: error })
  }
}

/** The columns that a form gives: those chosen, and nothing for fields that a known name would fill. */
const chosenColumns = (
  fields: Omit<z.infer<typeof columnsSchema>, 'names'>,
  names: readonly string[],
): TableColumns => {
  const known = fieldsByName(names)
  const columns: TableColumns = {}
  for (const field of tableFields) if (fields[field] !== '' || known.has(field)) columns[field] = fields[field]
  return columns
}

const saveColumns =
  (ports: ImportingPorts) =>
  async (context: Context): Promise<Reply> => {
    const { names: header, ...fields } = parseInput(columnsSchema, (await readFormBody(context)).fields)
    const names = parseNames(header)
    const columns = chosenColumns(fields, names)
    return redisplayForm(
      async () => {
        const other = tableFields.filter((field) => fields[field] !== '' && !names.includes(fields[field]))
        const errors = other.map((path) => ({ path, message: 'must be a column of the table' }))
        if (fields.title === '') errors.push({ path: 'title', message: 'must have a column' })
        if (errors.length > 0) throw validationFailure(errors)
        await ports.run(rememberColumns, { names, columns, actor: getCurrentActor(context) })
        return seeOther(`${IMPORTS_PATH}?done=saved`)
      },
      ({ message, details }) => {
        const table = { name: null, names, rows: [], chosen: columns, errors: details }
        return render(ports, context, { error: message, table })
      },
    )
  }

const forgetSchema = z.strictObject({ id: z.string().max(100) })

const forget =
  ({ run }: ImportingPorts) =>
  async (context: Context): Promise<Reply> => {
    const { id } = parseInput(forgetSchema, (await readFormBody(context)).fields)
    await run(forgetColumns, { id, actor: getCurrentActor(context) })
    return seeOther(`${IMPORTS_PATH}?done=forgotten`)
  }

export const importPageRoutes = (ports: ImportingPorts): Route[] => {
  const receiving = receive(ports)
  const received = {
    ...pageResponse,
    415: htmlResponse('The file is not in a known format, or the columns of the table are not known.'),
    503: htmlResponse('Another import is in progress.'),
  }
  return [
    ...fileImportRoutes(ports),
    {
      ...editorRoute,
      method: 'get',
      path: IMPORTS_PATH,
      summary: 'Importing a file, and the saved columns of tables',
      query: importPageQuery,
      responses: pageResponse,
      handle: show(ports),
    },
    {
      ...editorRoute,
      method: 'post',
      path: IMPORTS_PATH,
      summary: 'Imports the records of a file, which wait for review',
      responses: received,
      handle: receiving(false),
    },
    {
      ...editorRoute,
      method: 'post',
      path: `${IMPORTS_PATH}/preview`,
      summary: 'What would become of the records of a file, and the columns of a table',
      responses: received,
      handle: receiving(true),
    },
    {
      ...editorRoute,
      method: 'post',
      path: `${IMPORTS_PATH}/columns`,
      summary: 'Saves the columns of tables with a header',
      responses: redirectResponse,
      handle: saveColumns(ports),
    },
    {
      ...editorRoute,
      method: 'post',
      path: `${IMPORTS_PATH}/columns/forget`,
      summary: 'Forgets the columns of tables with a header',
      responses: redirectResponse,
      handle: forget(ports),
    },
  ]
}
