import { Failure } from '#core/failure.ts'
import { receivePdf, storeFile } from '#files/store-file.ts'
import { openContent } from '#formats/open-content.ts'
import type { StagedFile } from '#ports/file-store.ts'
import type { Config } from '#config.ts'
import type { Corpus } from '#open-corpus.ts'
import { openFileStore } from '#open-file-store.ts'
import { piecesOf } from './source.ts'

type Ports = { corpus: Corpus; config: Config }

const storing = ({ corpus, config }: Ports) => ({
  run: corpus.run,
  files: openFileStore(config.filePlace),
  filesQuota: config.filesQuota,
})

/** Writes a PDF that comes once, such as from standard input, where it can be read again; whoever calls this discards it. */
export const spoolPdf = (ports: Ports, content: AsyncIterable<Uint8Array>): Promise<StagedFile> =>
  receivePdf(storing(ports), content)

/** Keeps a PDF as a file of the paper that came from it; why it is not kept, or null. */
export const keepPdf = async (
  ports: Ports,
  { file, name, paperId }: { file: string; name: string; paperId: string },
): Promise<string | null> => {
  try {
    const { bytes } = await openContent(piecesOf(file))
    await storeFile(storing(ports), { content: bytes, paperId, name, actor: 'cli' })
    return null
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return error.message
  }
}
