import { z } from 'zod'
import type { Dump } from '#core/dumps/dump.ts'
import { recordKinds, type RecordKind } from '#core/records/public-record.ts'

export const GZIP_TYPE = 'application/gzip'

const lines = z.int().optional()
const countOfKinds = Object.fromEntries(recordKinds.map((kind) => [kind, lines])) as Record<RecordKind, typeof lines>

const file = z.strictObject({
  url: z.string(),
  content: z.enum(['records', 'texts']).meta({ description: 'Full texts have a file of their own.' }),
  mediaType: z.string(),
  bytes: z.int().meta({ description: 'Of the compressed file, as sha256 is.' }),
  sha256: z.string(),
  counts: z.strictObject(countOfKinds).meta({ description: 'Lines by their kinds.' }),
  licenses: z.array(z.string()).meta({
    description:
      'Of records what the library says, if it says anything; of texts the licences that occur, each line with its own.',
  }),
})

export const dumpIndex = z
  .strictObject({
    dumps: z.array(
      z.strictObject({
        seq: z.int().meta({ description: 'The last change that the dump has; ask for the changes since it.' }),
        madeAt: z.string(),
        files: z.array(file),
      }),
    ),
  })
  .meta({ id: 'DumpIndex' })

export const presentDumps = (dumps: readonly Dump[], publicUrl: string): z.infer<typeof dumpIndex> => ({
  dumps: dumps.map(({ seq, madeAt, files }) => ({
    seq,
    madeAt,
    files: files.map(({ name, content, bytes, sha256, counts, licenses }) => ({
      url: `${publicUrl}/dumps/${name}`,
      content,
      mediaType: GZIP_TYPE,
      bytes,
      sha256,
      counts,
      licenses,
    })),
  })),
})
