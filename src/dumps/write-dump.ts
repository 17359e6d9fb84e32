import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { join } from 'node:path'
import { type DumpFile, dumpId, type Dump } from '#core/dump.ts'
import type { RecordKind } from '#core/public-record.ts'
import { type PresentedRecord, presentRecord } from '#schemas/present-record.ts'
import type { ChangedKind } from '#core/public-change.ts'
import type { ChangeReader } from '#ports/store/changes.ts'
import { everyRecord, findPublicRecord, type RecordSource, withEvidenceMarks } from '#queries/records.ts'
import type { CopyEndpoint } from '#store/sql/copy/copy-tables.ts'
import { openPublicReader } from '#store/sql/subjects.ts'

/** Size and digest of a finished file. */
export type WrittenFile = { bytes: number; sha256: string }

/** A compressed file of lines, open for writing. */
type LineFile = {
  /** Waits when the disk is slower. Throws errors of writing. */
  write(line: string): Promise<void>
  end(): Promise<WrittenFile>
}

/** Creates a gzip file of lines, holding only a piece of it in memory. */
const writeLineFile = (path: string): LineFile => {
  const gzip = createGzip()
  const hash = createHash('sha256')
  let bytes = 0
  const measured = async function* (pieces: AsyncIterable<Buffer>) {
    for await (const piece of pieces) {
      hash.update(piece)
      bytes += piece.length
      yield piece
    }
  }
  const written = pipeline(gzip, measured, createWriteStream(path, { flags: 'wx' }))
  // The error is thrown by the next write or the end.
  written.catch(() => {})
  return {
    write: async (line) => {
      if (!gzip.writable) await written
      if (!gzip.write(`${line}\n`)) await Promise.race([once(gzip, 'drain'), written])
    },
    end: async () => {
      gzip.end()
      await written
      return { bytes, sha256: hash.digest('hex') }
    },
  }
}

/** The lines of such a file. Lines may be long, and only line feeds end them. */
export async function* readLineFile(path: string): AsyncGenerator<string> {
  const gunzip = createGunzip()
  const unpacked = pipeline(createReadStream(path), gunzip)
  unpacked.catch(() => {})
  let rest = ''
  for await (const piece of gunzip.setEncoding('utf8') as AsyncIterable<string>) {
    rest += piece
    if (!piece.includes('\n')) continue
    const lines = rest.split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  await unpacked
}

/** The members of a line before its record. */
type Head = { kind: RecordKind; id: string; license?: string }
type Content = DumpFile['content']

/** The unique key of a record. */
const lineKey = ({ kind, id }: Pick<Head, 'kind' | 'id'>): string => `${kind} ${id}`

/** The head of a line, without its record, which may be long. */
const headOf = (line: string): Head => JSON.parse(`${line.slice(0, line.indexOf(',"record":'))}}`) as Head

/** The two files of a dump, open for writing. */
type RecordFiles = {
  add(record: PresentedRecord): Promise<void>
  /** Copies the records of other files whose keys `keep` accepts. */
  addFrom(files: RecordFiles, keep: (key: string) => boolean): Promise<void>
  lines(content: Content): AsyncIterable<string>
  /** @param license the licence of the records */
  end(license: string | null): Promise<{ files: DumpFile[]; textIds: string[] }>
}

const contents = ['records', 'texts'] as const

/** Creates the files of a dump in a folder, with names that start with `prefix`. */
const writeRecordFiles = (folder: string, prefix: string): RecordFiles => {
  const nameOf = (content: Content): string => `${prefix}-${content}.jsonl.gz`
  const pathOf = (content: Content): string => join(folder, nameOf(content))
  const open: Record<Content, LineFile> = {
    records: writeLineFile(pathOf('records')),
    texts: writeLineFile(pathOf('texts')),
  }
  const counts: Partial<Record<RecordKind, number>> = {}
  const licenses = new Set<string>()
  const textIds: string[] = []

  const addLine = async ({ kind, id, license }: Head, line: string): Promise<void> => {
    counts[kind] = (counts[kind] ?? 0) + 1
    if (license !== undefined) licenses.add(license)
    if (kind === 'text') textIds.push(id)
    await open[kind === 'text' ? 'texts' : 'records'].write(line)
  }

  const describe = async (content: Content, license: string | null): Promise<DumpFile> => {
    const { text = 0, ...others } = counts
    const written = await open[content].end()
    const about =
      content === 'texts'
        ? { counts: { text }, licenses: [...licenses].toSorted() }
        : { counts: others, licenses: license === null ? [] : [license] }
    return { name: nameOf(content), content, ...written, ...about }
  }

  return {
    add: (record) => addLine(record, JSON.stringify(record)),
    addFrom: async (others, keep) => {
      for (const content of contents)
        for await (const line of others.lines(content)) {
          const head = headOf(line)
          if (keep(lineKey(head))) await addLine(head, line)
        }
    },
    lines: (content) => readLineFile(pathOf(content)),
    end: async (license) => ({
      files: [await describe('records', license), await describe('texts', license)],
      textIds,
    }),
  }
}

type Source = Pick<CopyEndpoint, 'db' | 'engine' | 'beginSnapshot' | 'close'>
type Subject = { kind: ChangedKind; id: string }

const CHANGES_AT_ONCE = 500

/** The subjects changed after a sequence number, each once. */
const changedAfter = async (changes: ChangeReader, seq: number): Promise<Map<string, Subject>> => {
  const changed = new Map<string, Subject>()
  for (let since = seq; ;) {
    const page = await changes.after(since, CHANGES_AT_ONCE)
    for (const { kind, id } of page) changed.set(lineKey({ kind, id }), { kind, id })
    if (page.length < CHANGES_AT_ONCE) return changed
    since = page.at(-1)?.seq ?? since
  }
}

/** The kinds of records that change with a subject. */
const kindsOf = ({ kind }: Subject) =>
  kind === 'paper' ? (['paper', 'text', 'references'] as const) : ([kind] as const)

const addAgain = async (files: RecordFiles, reader: RecordSource, subject: Subject): Promise<void> => {
  for (const kind of kindsOf(subject)) {
    const record = await findPublicRecord(reader, kind, subject.id)
    if (record !== null) await files.add(presentRecord(record))
  }
}

/**
 * Writes all public records as of one change. The corpus is walked in short reads, because a long transaction would hold up the
 * engine's maintenance; records that changed during the walk are then read again in one short transaction, after which the
 * dump equals the corpus at that moment.
 *
 * @param open opens a separate connection, which is closed at the end
 * @param folder an empty folder for this dump
 */
export const writeDump = async (
  open: () => Promise<Source> | Source,
  { folder, now, license }: { folder: string; now: Date; license: string | null },
): Promise<{ dump: Dump; textIds: string[] }> => {
  const id = dumpId(now)
  const prefix = `longview-${id}`
  const source = await open()
  const walked = writeRecordFiles(folder, prefix)
  const again = writeRecordFiles(folder, 'again')
  let seq = 0
  let changed = new Map<string, Subject>()
  try {
    const stored = openPublicReader(source.db, source.engine)
    const reader = { ...withEvidenceMarks(stored), changes: stored.changes }
    const before = await reader.changes.last()
    for await (const record of everyRecord(reader)) await walked.add(presentRecord(record))
    await source.beginSnapshot()
    seq = await reader.changes.last()
    changed = await changedAfter(reader.changes, before)
    for (const subject of changed.values()) await addAgain(again, reader, subject)
  } finally {
    await source.close()
  }
  const first = await walked.end(license)
  await again.end(license)
  const facts = { id, seq, madeAt: now.toISOString() }
  if (changed.size === 0) return { dump: { ...facts, files: first.files }, textIds: first.textIds }
  const outdated = new Set(
    [...changed.values()].flatMap((subject) => kindsOf(subject).map((kind) => lineKey({ kind, id: subject.id }))),
  )
  const corrected = writeRecordFiles(folder, `${prefix}-2`)
  await corrected.addFrom(walked, (key) => !outdated.has(key))
  await corrected.addFrom(again, () => true)
  const { files, textIds } = await corrected.end(license)
  return { dump: { ...facts, files }, textIds }
}
