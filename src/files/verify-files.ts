import { Failure } from '#core/failure.ts'
import type { FileStore } from '#ports/file-store.ts'
import type { PrivateFileReader } from '#ports/store/files/paper-files.ts'

const AT_ONCE = 500

export type FileFault = { sha256: string; fault: 'missing' | 'changed' }

/** What is wrong with a file, after reading all of it. */
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
    // The store answered: what it gave is not the file.
    if (error instanceof Failure && (await files.head(sha256)) !== null) return { sha256, fault: 'changed' }
    throw error
  }
}

/** Reads every file that the library knows of and compares it with its digest; those with faults. */
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
