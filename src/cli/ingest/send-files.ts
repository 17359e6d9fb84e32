import { byteSize } from '#core/numbers.ts'
import { MAX_CHUNK_BYTES, type IngestCounts } from '#core/imports/ingest-session.ts'
import { basename } from 'node:path'
import type { ReadRecord, SourceFormat } from '#core/imports/imported-record.ts'
import type { TableColumns } from '#core/imports/table-columns.ts'
import { openFileOrArchive, type ArchivedFile } from '#formats/open-archive.ts'
import type { OpenedContent } from '#formats/open-content.ts'
import { formOfSource } from '#formats/read-records.ts'
import { PAPER_LINES, SENT_RECORDS, lineSplitter } from '#imports/read-lines.ts'
import { readForeignRecords } from '#imports/read-content.ts'
import { systemClock } from '#system-clock.ts'
import { piecesOf, STANDARD_INPUT, type SourceFile, type IngestListener, filesAt } from './ingest-files.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { Failure, validationFailure } from '#core/failure.ts'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { isLoopbackHost } from '#core/outbound.ts'
import { isWellFormedApiKey } from '#core/access/api-key.ts'
import { noTotals, type ImportTotals } from '#imports/import-totals.ts'
import { closingLine, closingSentence, exitCodeOf, untilInterrupted, watchProgress } from './progress.ts'
import { note, print } from '#cli/terminal.ts'

/**
 * A part of a file, or of one `archived` in it, sent in one request. The same file always gives the same chunks, so that sending can
 * resume.
 */
export type Chunk = {
  type: string
  body: Buffer
  file: string
  archived?: string
  firstLine: number
  records: number
}

/** A record that is too large to be sent. */
export type UnsentRecord = { file: string; position: string; reason: string }

/** A few seconds of work for a server; an unfinished chunk is sent again after a failure. */
const CHUNK_RECORDS = 500
const CHUNK_BYTES = 2_000_000
const TOO_LARGE = `It is larger than the ${byteSize(MAX_CHUNK_BYTES)} of a chunk: ingest it where the corpus is.`
const NEWLINE = Buffer.from('\n')

/** Joins lines into chunks. */
const chunkMaker = (type: string, file: string) => {
  let lines: Buffer[] = []
  let bytes = 0
  let firstLine = 1
  const finish = (next: number): Chunk[] => {
    const chunk = { type, body: Buffer.concat(lines), file, firstLine, records: lines.length }
    lines = []
    bytes = 0
    firstLine = next
    return chunk.records === 0 ? [] : [chunk]
  }
  return {
    /** @param number of the line in the file */
    add: (line: Buffer, number: number): Chunk[] => {
      const before = bytes + line.byteLength > CHUNK_BYTES || lines.length >= CHUNK_RECORDS ? finish(number) : []
      lines.push(line)
      bytes += line.byteLength
      return before
    },
    /** Starts the next chunk after a line that is left out. */
    breakAt: finish,
  }
}

async function* paperChunks(content: OpenedContent, file: string): AsyncGenerator<Chunk | UnsentRecord> {
  const maker = chunkMaker(PAPER_LINES, file)
  const splitter = lineSplitter({ longestMegabytes: MAX_CHUNK_BYTES / 1e6 })
  const take = function* (lines: ReturnType<typeof splitter.end>): Generator<Chunk | UnsentRecord> {
    for (const split of lines)
      if ('bytes' in split) yield* maker.add(Buffer.concat([split.bytes, NEWLINE]), split.line)
      else {
        yield* maker.breakAt(split.line + 1)
        yield { file, position: `line ${split.line}`, reason: TOO_LARGE }
      }
  }
  for await (const piece of content.bytes) yield* take(splitter.push(piece))
  yield* take(splitter.end())
  yield* maker.breakAt(1)
}

/** A server reads notices from records that it fetches itself. */
const asLine = (record: ReadRecord): Buffer =>
  Buffer.from(`${JSON.stringify({ ...record, notices: undefined, deleted: undefined })}\n`)

async function* recordChunks(
  pieces: AsyncIterable<{ records: readonly ReadRecord[] }>,
  file: string,
): AsyncGenerator<Chunk | UnsentRecord> {
  const maker = chunkMaker(SENT_RECORDS, file)
  for await (const { records } of pieces)
    for (const record of records) {
      const line = asLine(record)
      if (line.byteLength <= MAX_CHUNK_BYTES) yield* maker.add(line, 1)
      else yield { file, position: record.position, reason: TOO_LARGE }
    }
  yield* maker.breakAt(1)
}

type ReadingOptions = { from?: SourceFormat | null; columns?: TableColumns | null; keepsText?: boolean }

async function* contentChunks(
  content: OpenedContent,
  file: string,
  { from = null, columns = null, keepsText = false }: ReadingOptions,
): AsyncGenerator<Chunk | UnsentRecord> {
  if (content.head.byteLength === 0) return
  if (formOfSource(content, from, columns) === 'papers') yield* paperChunks(content, file)
  else
    yield* recordChunks(readForeignRecords(content, { given: from, columns, now: systemClock.now(), keepsText }), file)
}

/** The longest name of a file that a server takes. */
const LONGEST_FILE = 300

async function* archivedChunks(
  archived: ArchivedFile,
  file: string,
  options: ReadingOptions,
): AsyncGenerator<Chunk | UnsentRecord> {
  const { name } = archived
  try {
    if ('reason' in archived) throw new Failure('unsupported_media_type', archived.reason)
    for await (const chunk of contentChunks(archived.content, `${file}: ${name}`.slice(0, LONGEST_FILE), options))
      yield 'body' in chunk ? { ...chunk, archived: name } : { ...chunk, position: `${name}, ${chunk.position}` }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    yield { file, position: name, reason: error.message }
  }
}

/** The records of a file of any format, in chunks. Throws `unsupported_media_type` for an unknown format. */
export async function* chunksOf(
  { path }: SourceFile,
  options: ReadingOptions = {},
): AsyncGenerator<Chunk | UnsentRecord> {
  const source = await openFileOrArchive(piecesOf(path))
  const file = path === STANDARD_INPUT ? 'standard input' : basename(path)
  if (!('files' in source)) yield* contentChunks(source, file, options)
  else for await (const archived of source.files) yield* archivedChunks(archived, file, options)
}

type SentCounts = Omit<IngestCounts, 'proposed'> & { proposed?: number; candidates?: number }
type KnownChunk = SentCounts & { chunk: number; digest: string; done: boolean }
type Refusal = { number: number; position: string; reason: string }

type ClientOptions = {
  address: string
  key: string
  interruption: AbortSignal
  /** Called before each wait with its reason and length. */
  onWait: (reason: string, seconds: number) => void
}

/** An unanswered request is made again after this time; the server may still be working on the first. */
const TIMEOUT_MS = 120_000
const FIRST_WAIT_SECONDS = 0.5
const LONGEST_WAIT_SECONDS = 30
/** Sending fails when the server has not answered for this long. */
const GIVE_UP_AFTER_MS = 600_000

type Attempt = { ok: true; body: unknown } | { ok: false; reason: string; retryAfter: number | null }

const secondsIn = (header: string | null): number | null =>
  header !== null && /^\d{1,6}$/u.test(header) ? Number(header) : null

/** Whether to retry: the server is busy, starting or briefly gone, or still processing the chunk. */
const isTemporary = (status: number, code: unknown): boolean =>
  status === 429 || status >= 500 || (status === 409 && code === 'request_in_progress')

/** A client of one ingestion session that retries as long as needed. */
const sessionClient = ({ address, key, interruption, onWait }: ClientOptions) => {
  const attempt = async (url: string, init: RequestInit): Promise<Attempt> => {
    const signal = AbortSignal.any([interruption, AbortSignal.timeout(TIMEOUT_MS)])
    let response: Response
    let body: { error?: string; code?: string }
    try {
      const headers = { ...(init.headers as Record<string, string>), 'X-API-Key': key }
      response = await fetch(url, { ...init, headers, redirect: 'manual', signal })
      body = (await response.json()) as typeof body
    } catch (error) {
      interruption.throwIfAborted()
      const { cause } = error as { cause?: { code?: string } }
      return { ok: false, reason: `no answer (${cause?.code ?? (error as Error).name})`, retryAfter: null }
    }
    const { status } = response
    if (response.ok) return { ok: true, body }
    if (isTemporary(status, body.code))
      return {
        ok: false,
        reason: body.error ?? String(status),
        retryAfter: secondsIn(response.headers.get('retry-after')),
      }
    throw new Failure('wrong_state', `${new URL(url).origin} answers ${status}: ${body.error ?? 'no reason given.'}`)
  }

  /** Throws `unavailable` after ten minutes without an answer, the server's refusal, and the reason of the interruption. */
  const request = async (path: string, init: RequestInit = {}): Promise<unknown> => {
    const begun = performance.now()
    for (let wait = FIRST_WAIT_SECONDS; ; wait = Math.min(LONGEST_WAIT_SECONDS, wait * 2)) {
      const answer = await attempt(`${address}${path}`, init)
      if (answer.ok) return answer.body
      if (performance.now() - begun > GIVE_UP_AFTER_MS)
        throw new Failure('unavailable', `${answer.reason}; run the same command again to continue.`)
      const seconds = answer.retryAfter ?? wait
      onWait(answer.reason, seconds)
      await pause(seconds * 1_000, undefined, { signal: interruption })
    }
  }

  return {
    /** All chunks that the session has received. */
    listChunks: async (): Promise<KnownChunk[]> => {
      const all: KnownChunk[] = []
      for (let more = true; more;) {
        const after = all.at(-1)?.chunk
        const { chunks } = (await request(`/chunks${after === undefined ? '' : `?after=${after}`}`)) as {
          chunks: KnownChunk[]
        }
        all.push(...chunks)
        more = chunks.length > 0
      }
      return all
    },
    send: async (chunk: number, { type, body, file, firstLine }: Chunk): Promise<SentCounts> => {
      const query = new URLSearchParams({ chunk: String(chunk), file, line: String(firstLine) })
      const init = { method: 'POST', headers: { 'Content-Type': type }, body: new Uint8Array(body) }
      return (await request(`/papers?${query.toString()}`, init)) as SentCounts
    },
    /** Why records of a chunk were refused. */
    listRefusals: async (chunk: number): Promise<Refusal[]> => {
      const all: Refusal[] = []
      for (let more = true; more;) {
        const after = all.at(-1)?.number ?? 0
        const { refusals } = (await request(`/refusals?chunk=${chunk}&after=${after}`)) as { refusals: Refusal[] }
        all.push(...refusals)
        more = refusals.length > 0
      }
      return all
    },
  }
}

const invalidTarget = (message: string): Failure => validationFailure([{ path: '--to', message }])

/**
 * The base address of an ingestion session: the "url" that `sessions open` prints, or a server, which then uses the
 * session of the key. Throws `invalid` if the key would be sent unencrypted.
 */
const sessionAddress = (to: string): string => {
  const url = URL.parse(to)
  if (url === null) throw invalidTarget('must be an address, such as the "url" that "longview sessions open" prints')
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopbackHost(url.hostname)))
    throw invalidTarget('must begin with https://, because the key is sent there')
  const path = url.pathname.replace(/\/+$/u, '').replace(/\/papers$/u, '')
  return `${url.origin}${/\/api\/ingest-sessions\/[^/]+$/u.test(path) ? path : `${path}/api/ingest-sessions/current`}`
}

/** The key of a session: in a file, or in LONGVIEW_KEY. Throws `invalid` or `not_found`. */
const readSessionKey = async (file: string | undefined, environment: NodeJS.ProcessEnv): Promise<string> => {
  const text = file === undefined ? environment.LONGVIEW_KEY : await readFile(file, 'utf8').catch(() => null)
  if (text === null) throw new Failure('not_found', `The file ${file ?? ''} cannot be read.`)
  const key = text?.trim() ?? ''
  if (isWellFormedApiKey(key)) return key
  const path = file === undefined ? 'LONGVIEW_KEY' : '--key-file'
  throw validationFailure([
    { path, message: 'must contain the key of the session, as "longview sessions open" prints it' },
  ])
}

type SendOrder = {
  files: readonly SourceFile[]
  from: SourceFormat | null
  columns: TableColumns | null
  /** Whether the texts of PDFs may be shown regardless of their licences. */
  keepsText: boolean
  address: string
  key: string
}
type SendWatcher = Pick<IngestListener, 'reported' | 'progressed'> & {
  onWait: (reason: string, seconds: number) => void
}

const addCounts = (totals: ImportTotals, { proposed = 0, candidates = 0, ...counts }: SentCounts): void => {
  for (const name of ['read', 'stored', 'unchanged', 'enriched', 'refused'] as const) totals[name] += counts[name]
  totals.proposed += proposed
  totals.candidates += candidates
}

/**
 * Sends the records of files to an ingestion session, chunk by chunk. Chunks that the session already has are recognised
 * by their digest and not sent again, so that an interrupted command is simply run again. Returns the totals of this and
 * earlier runs; incomplete when interrupted.
 */
const sendFiles = async (
  { files, from, columns, keepsText, address, key }: SendOrder,
  watcher: SendWatcher,
  interruption: AbortSignal,
): Promise<ImportTotals> => {
  const totals = noTotals()
  const client = sessionClient({ address, key, interruption, onWait: watcher.onWait })

  const sendAll = async (): Promise<void> => {
    const known = await client.listChunks()
    const byDigest = new Map(known.map((chunk) => [chunk.digest, chunk]))
    let next = (known.at(-1)?.chunk ?? 0) + 1
    const sendChunk = async (chunk: Chunk, file: string): Promise<void> => {
      const before = byDigest.get(createHash('sha256').update(chunk.body).digest('hex'))
      const number = before?.chunk ?? next
      const counts = before?.done === true ? before : await client.send(number, chunk)
      if (before === undefined) next += 1
      addCounts(totals, counts)
      if (counts.refused > 0)
        for (const { position, reason } of await client.listRefusals(number))
          watcher.reported({
            file,
            position: chunk.archived === undefined ? position : `${chunk.archived}, ${position}`,
            outcome: 'refused',
            reason,
          })
      watcher.progressed({ bytes: chunk.body.byteLength, stored: totals.stored, refused: totals.refused })
    }
    for (const file of files)
      try {
        for await (const chunk of chunksOf(file, { from, columns, keepsText })) {
          interruption.throwIfAborted()
          if ('body' in chunk) await sendChunk(chunk, file.path)
          else {
            totals.read += 1
            totals.refused += 1
            watcher.reported({ ...chunk, file: file.path, outcome: 'refused' })
          }
        }
      } catch (error) {
        const isOfFile = error instanceof Failure && error.code === 'unsupported_media_type'
        if (files.length === 1 || !isOfFile) throw error
        totals.read += 1
        totals.refused += 1
        watcher.reported({ file: file.path, position: 'the whole', outcome: 'refused', reason: error.message })
      }
  }

  try {
    await sendAll()
  } catch (error) {
    if (!interruption.aborted) throw error
  }
  return totals
}

export type SendOptions = {
  from?: SourceFormat
  columns?: TableColumns
  json?: boolean
  keyFile?: string
  fullText?: boolean
}

/** Sends files to an ingestion session of a server, and prints the outcome. */
export const sendToSession = async (path: string, to: string, options: SendOptions): Promise<void> => {
  const { from = null, columns = null, json, keyFile, fullText: keepsText = false } = options
  const address = sessionAddress(to)
  const key = await readSessionKey(keyFile, process.env)
  const files = await filesAt(path)
  let last = ''
  const onWait = (reason: string, seconds: number): void => {
    if (reason !== last) note(`${reason} Trying again in ${seconds} seconds.`)
    last = reason
  }
  const { result: totals, isInterrupted } = await untilInterrupted((interruption) =>
    watchProgress(files, { hasBar: true }, (listener) =>
      sendFiles({ files, from, columns, keepsText, address, key }, { ...listener, onWait }, interruption),
    ),
  )
  print(json === true ? closingLine(totals) : closingSentence(totals))
  if (isInterrupted) note('Interrupted: the papers sent so far stay; run the same command again to continue.')
  process.exitCode = exitCodeOf(totals, isInterrupted)
}
