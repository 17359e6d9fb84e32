import { basename } from 'node:path'
import { Failure } from '#core/failure.ts'
import { storeFile } from '#files/store-file.ts'
import { openContent } from '#formats/open-content.ts'
import type { Config } from '#config.ts'
import type { Corpus } from '#open-corpus.ts'
import { openFileStore } from '#open-file-store.ts'
import { piecesOf } from './source.ts'

/** Keeps a PDF as a file of the paper that came from it; why it is not kept, or null. */
export const keepPdf = async (
  { corpus, config }: { corpus: Corpus; config: Config },
  { file, paperId }: { file: string; paperId: string },
): Promise<string | null> => {
  const ports = { run: corpus.run, files: openFileStore(config.filePlace), filesQuota: config.filesQuota }
  try {
    const { bytes } = await openContent(piecesOf(file))
    await storeFile(ports, { content: bytes, paperId, name: basename(file), actor: 'cli' })
    return null
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return error.message
  }
}
