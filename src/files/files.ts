import { announceFile, attachFile } from '#actions/paper-files.ts'
import type { RunAction } from '#actions/run-action.ts'
import { pdfCheck } from '#core/files.ts'
import type { FileStore, StagedFile } from '#ports/file-store.ts'
import { Failure } from '#core/failure.ts'
import type { PrivateFileReader } from '#ports/store/files.ts'

export type FileStoringPorts = {
  run: RunAction
  files: FileStore
  /** The limit for all files together, in bytes. */
  filesQuota: number
}

/** Passes on the pieces of a PDF while checking them. */
async function* checkPieces(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const check = pdfCheck()
  for await (const piece of content) {
    check.push(piece)
    yield piece
  }
  check.end()
}

/**
 * Writes a PDF to a local file, `path`, where it can be read before it is stored. The caller must discard it. Throws
 * `invalid` with what is wrong with it, `too_large`, `storage_full` or `unavailable`.
 */
export const receivePdf = ({ files }: Pick<FileStoringPorts, 'files'>, content: AsyncIterable<Uint8Array>) =>
  files.stage(checkPieces(content))

/** Stores a staged file within the quota. Throws `storage_full` or `unavailable`; then nothing of it is left. */
export const storeStagedFile = async (
  { run, filesQuota }: FileStoringPorts,
  staged: StagedFile,
  actor: string,
): Promise<void> => {
  const { sha256, bytes } = staged
  const isNew = await run(announceFile, { sha256, bytes, quota: filesQuota, actor })
  try {
    await staged.keep()
  } catch (error) {
    if (isNew) await run((tx) => tx.files.retract(sha256), null)
    throw error
  }
}

type StoredFileInput = {
  content: AsyncIterable<Uint8Array>
  paperId: string
  /** Its original name. */
  name: string
  actor: string
}

/**
 * Stores a PDF as the newest file of a paper; resolves when all of it is on disk. Throws `invalid`, `too_large`,
 * `storage_full`, `unavailable`, and `not_found` for the paper.
 */
export const storeFile = async (
  ports: FileStoringPorts,
  { content, paperId, name, actor }: StoredFileInput,
): Promise<{ sha256: string; bytes: number }> => {
  const staged = await receivePdf(ports, content)
  try {
    const { sha256, bytes } = staged
    await storeStagedFile(ports, staged, actor)
    await ports.run(attachFile, { paperId, sha256, bytes, name, actor })
    return { sha256, bytes }
  } finally {
    await staged.discard()
  }
}

const AT_ONCE = 500

export type FileFault = { sha256: string; fault: 'missing' | 'changed' }

/** Reads the whole of a file and returns what is wrong with it. */
export const findFault = async (
  files: Pick<FileStore, 'head' | 'read'>,
  { sha256, bytes }: { sha256: string; bytes: number },
): Promise<FileFault | null> => {
  const there = await files.head(sha256)
  if (there === null) return { sha256, fault: 'missing' }
  if (there.bytes !== bytes) return { sha256, fault: 'changed' }
  try {
    for await (const _ of files.read(sha256));
    return null
  } catch (error) {
    // The store is reachable, so the content is wrong.
    if (error instanceof Failure && (await files.head(sha256)) !== null) return { sha256, fault: 'changed' }
    throw error
  }
}

/** Reads every known file and compares it with its digest. Returns those with faults. */
export const verifyFiles = async (
  known: Pick<PrivateFileReader, 'list'>,
  files: Pick<FileStore, 'head' | 'read'>,
): Promise<FileFault[]> => {
  const faults: FileFault[] = []
  for (let after: string | null = null; ;) {
    const some: { sha256: string; bytes: number }[] = await known.list(after, AT_ONCE)
    for (const file of some) {
      const fault = await findFault(files, file)
      if (fault !== null) faults.push(fault)
    }
    after = some.at(-1)?.sha256 ?? null
    if (some.length < AT_ONCE) return faults
  }
}
