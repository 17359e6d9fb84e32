import { storeFile } from '#files/store-file.ts'
import type { TestService } from '../service/test-service.ts'
import { inPieces } from './sample-pdf.ts'

/** Stores bytes as a file of a paper, as an editor would; its digest. */
export const storedFile = async (
  { run, files }: Pick<TestService, 'run' | 'files'>,
  paperId: string,
  bytes: Uint8Array,
): Promise<string> => {
  const ports = { run, files, filesQuota: 1_000_000 }
  const { sha256 } = await storeFile(ports, { content: inPieces(bytes), paperId, name: 'a.pdf', actor: 'editor:test' })
  return sha256
}
