import { announceFile } from '#actions/files/announce-file.ts'
import { attachFile } from '#actions/files/attach-file.ts'
import { retractFile } from '#actions/files/retract-file.ts'
import type { RunAction } from '#actions/run-action.ts'
import { pdfCheck } from '#core/files/pdf-check.ts'
import type { FileStore, StagedFile } from '#ports/file-store.ts'

export type FileStoringPorts = {
  run: RunAction
  files: FileStore
  /** What all files together may take, in bytes. */
  filesQuota: number
}

/** The pieces of a PDF, looked through on their way. */
async function* checkPieces(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const check = pdfCheck()
  for await (const piece of content) {
    check.push(piece)
    yield piece
  }
  check.end()
}

/**
 * Takes a PDF in as far as a file of this machine, `path`: what reads PDFs can look at it there before it is kept. Whoever
 * calls this discards it in the end. Throws `invalid` with what is wrong with it, `too_large`, `storage_full` or
 * `unavailable`.
 */
export const receivePdf = ({ files }: Pick<FileStoringPorts, 'files'>, content: AsyncIterable<Uint8Array>) =>
  files.stage(checkPieces(content))

/** Keeps a file that has come in, within the quota. Throws `storage_full` or `unavailable`; then nothing of it is left. */
export const keepFile = async (
  { run, filesQuota }: FileStoringPorts,
  staged: StagedFile,
  actor: string,
): Promise<void> => {
  const { sha256, bytes } = staged
  const isNew = await run(announceFile, { sha256, bytes, quota: filesQuota, actor })
  try {
    await staged.keep()
  } catch (error) {
    if (isNew) await run(retractFile, sha256)
    throw error
  }
}

type StoredFileInput = {
  content: AsyncIterable<Uint8Array>
  paperId: string
  /** What it is called where it comes from. */
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
    await keepFile(ports, staged, actor)
    await ports.run(attachFile, { paperId, sha256, bytes, name, actor })
    return { sha256, bytes }
  } finally {
    await staged.discard()
  }
}
