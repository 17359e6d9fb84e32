import type { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { fromBufferPromise, getFileNameLowLevel, type Entry, type ZipFile } from 'yauzl'
import { Failure, messageOf } from '#core/failure.ts'
import { readSheets, WORKBOOK_PART, type OpenPart } from './xlsx/workbook.ts'
import { isGzip, isZip, openContent, peek, type OpenedContent } from './open-content.ts'

/** The largest archive, packed and unpacked, and the number of its files. */
const MAX_PACKED_BYTES = 268_435_456
const MAX_UNPACKED_BYTES = 1_073_741_824
const MAX_FILES = 10_000

/** A file of an archive, or why it is not read. Its name is shown to people and never used as a path. */
export type ArchivedFile = { name: string } & ({ content: OpenedContent } | { reason: string })

/** The files of an archive, in its order. Each is read before the next one is asked for. */
export type Archive = { files: AsyncIterable<ArchivedFile> }

const unreadable = (reason: string, cause?: unknown): Failure =>
  new Failure('unsupported_media_type', `The ZIP archive cannot be read: ${reason.replace(/\.$/u, '')}.`, { cause })

const wholeOf = async ({ bytes }: OpenedContent): Promise<Buffer> => {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of bytes) {
    length += piece.byteLength
    if (length > MAX_PACKED_BYTES) throw unreadable(`it may have at most ${MAX_PACKED_BYTES} bytes`)
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

type Directory = { zip: ZipFile; entries: Entry[] }

const readDirectory = async (bytes: Buffer): Promise<Directory> => {
  try {
    // Names are decoded without checks, because nothing is written anywhere.
    const zip = await fromBufferPromise(bytes, { lazyEntries: true, decodeStrings: false })
    return { zip, entries: zip.entryCount > MAX_FILES ? [] : await Array.fromAsync(zip.eachEntry()) }
  } catch (error) {
    throw unreadable(messageOf(error), error)
  }
}

/** The bytes of a local header, without name and fields. */
const HEADER_BYTES = 30

/** Files that share compressed bytes make a small archive unpack to anything. */
const haveOverlap = (entries: readonly Entry[]): boolean => {
  let end = 0
  return entries
    .toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)
    .some(({ relativeOffsetOfLocalHeader: begin, compressedSize }) => {
      const isInside = begin < end
      end = begin + HEADER_BYTES + compressedSize
      return isInside
    })
}

const LONGEST_NAME = 200

const plainName = (name: string): string => name.slice(0, LONGEST_NAME).replaceAll(/\p{C}/gu, '?')

const nameOf = ({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string =>
  plainName(getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false))

/** Throws `unsupported_media_type` for an archive that is too large or no archive of records. */
const checkDirectory = ({ zip, entries }: Directory): void => {
  if (zip.entryCount > MAX_FILES) throw unreadable(`it may have at most ${MAX_FILES} files`)
  // The size of each file is enforced when it is read.
  const unpacked = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
  if (unpacked > MAX_UNPACKED_BYTES) throw unreadable(`its files may have at most ${MAX_UNPACKED_BYTES} bytes`)
  if (haveOverlap(entries)) throw unreadable('its files overlap')
}

/** Throws `unsupported_media_type` for an Office document without tables that can be read. */
const isWorkbook = ({ entries }: Directory): boolean => {
  const names = new Set(entries.map(nameOf))
  if (names.has('[Content_Types].xml') && names.has(WORKBOOK_PART)) return true
  if (!names.has('[Content_Types].xml') && !names.has('mimetype')) return false
  throw new Failure(
    'unsupported_media_type',
    'This is an Office document, not an archive of records: save a table as .xlsx or CSV.',
  )
}

async function* checkedBytes(stream: Readable, { crc32: expected }: Entry): AsyncGenerator<Buffer> {
  let sum = 0
  try {
    for await (const piece of stream) {
      sum = crc32(piece as Buffer, sum)
      yield piece as Buffer
    }
  } catch (error) {
    throw new Failure('malformed', `It is damaged in the archive: ${messageOf(error)}.`, { cause: error })
  }
  if (sum !== expected) throw new Failure('malformed', 'It is damaged in the archive: its checksum is wrong.')
}

/** Why a file is not read, by what the directory says of it; null if nothing speaks against it. */
const faultOfEntry = (entry: Entry): string | null => {
  if (entry.isEncrypted()) return 'It is encrypted: unpack the archive with its password.'
  return entry.canDecodeFileData() ? null : 'It is not compressed by Deflate: pack the archive again.'
}

/** The same by its first bytes. */
const faultOfContent = (head: Buffer): string | null => {
  if (isGzip(head) || isZip(head)) return 'An archive in an archive is not read: unpack it once.'
  return head.toString('latin1', 0, 5) === '%PDF-' ? 'A PDF in an archive is not read: import it by itself.' : null
}

async function* filesOf({ zip, entries }: Directory): AsyncGenerator<ArchivedFile> {
  for (const entry of entries) {
    const name = nameOf(entry)
    // A folder, or what macOS notes about the files.
    if (name.endsWith('/') || name.startsWith('__MACOSX/')) continue
    const fault = faultOfEntry(entry)
    if (fault !== null) {
      yield { name, reason: fault }
      continue
    }
    let stream: Readable | null = null
    try {
      stream = await zip.openReadStreamPromise(entry)
      const content = await peek(checkedBytes(stream, entry))
      const reason = faultOfContent(content.head)
      yield reason === null ? { name, content } : { name, reason }
    } catch (error) {
      yield { name, reason: messageOf(error) }
    } finally {
      stream?.destroy()
    }
  }
}

/** Opens the parts of a workbook, whose names are compared without case. */
const partsOf = ({ zip, entries }: Directory): OpenPart => {
  const byName = new Map(entries.map((entry) => [nameOf(entry).toLowerCase(), entry]))
  return async (name) => {
    const entry = byName.get(name.toLowerCase())
    if (entry === undefined) return null
    const fault = faultOfEntry(entry)
    if (fault !== null) throw new Failure('malformed', fault)
    return checkedBytes(await zip.openReadStreamPromise(entry), entry)
  }
}

/** A workbook with one sheet is a table; one with several is read like an archive of tables, without those that are empty. */
const openWorkbook = async (directory: Directory): Promise<OpenedContent | Archive> => {
  const sheets = await readSheets(partsOf(directory))
  const [only] = sheets
  if (only === undefined) throw unreadable('it is a workbook without a visible sheet')
  if (sheets.length === 1) return peek(only.bytes)
  const files = async function* (): AsyncGenerator<ArchivedFile> {
    for (const { name, bytes } of sheets) {
      const shown = plainName(name)
      try {
        const content = await peek(bytes)
        if (content.head.toString().trim() !== '') yield { name: shown, content }
      } catch (error) {
        yield { name: shown, reason: messageOf(error) }
      }
    }
  }
  return { files: files() }
}

/**
 * Opens a source as `openContent` does, or the files in it if it is a ZIP archive, or the tables of a workbook. Throws
 * `unsupported_media_type` for an archive that cannot be read, and `malformed` for a damaged workbook.
 */
export const openFileOrArchive = async (source: AsyncIterable<Buffer>): Promise<OpenedContent | Archive> => {
  const opened = await openContent(source)
  if (!isZip(opened.head)) return opened
  if (opened.isUnpacked) throw unreadable('it is compressed once more; unpack it once')
  const directory = await readDirectory(await wholeOf(opened))
  checkDirectory(directory)
  if (isWorkbook(directory)) return openWorkbook(directory)
  return { files: filesOf(directory) }
}
