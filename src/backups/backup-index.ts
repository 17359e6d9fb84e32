import { text } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { z } from 'zod'
import { type Backup, type BackupIndex, MAX_LISTED_MISSING } from '#core/backups.ts'
import { Failure } from '#core/failure.ts'
import type { ObjectStore } from '#ports/object-store.ts'

const INDEX = 'index.json'

export const databaseName = (id: string): string => `database/${id}.db.zst.age`
export const storedFileName = (sha256: string): string => `files/${sha256.slice(0, 2)}/${sha256}.age`

const digest = z.string().regex(/^[\da-f]{64}$/u)
const count = z.int().nonnegative()
const instant = z.iso.datetime({ precision: 3 })
const stored = z.strictObject({ bytes: count, sha256: digest })
const id = z.string().regex(/^\d{8}T\d{9}Z$/u)

const backup = z.strictObject({
  id,
  seq: count,
  at: instant,
  version: z.string().max(100),
  stored,
  database: stored,
  tables: z.array(z.strictObject({ table: z.string(), rows: count, digest: z.string() })),
  audit: z.strictObject({ count, hash: digest }),
  files: z.strictObject({ files: count, bytes: count }),
  missing: z
    .strictObject({ files: count, sha256: z.array(digest).max(MAX_LISTED_MISSING) })
    .default({ files: 0, sha256: [] }),
}) satisfies z.ZodType<Backup>

/** Names come from where backups are stored: only these are ever removed. */
const name = z.string().regex(/^(?:database\/\d{8}T\d{9}Z\.db\.zst|files\/[\da-f]{2}\/[\da-f]{64})\.age$/u)

const form = z.strictObject({
  format: z.literal('longview-backups-1'),
  revision: count,
  backups: z.array(backup),
  files: z.array(z.strictObject({ sha256: digest, bytes: count, stored, first: count, last: count })),
  unfinished: z.array(name),
})

const empty: BackupIndex = { revision: 0, backups: [], files: [], unfinished: [] }

/** The list of all that is stored. Throws `unavailable` if it is damaged: nothing is removed without it. */
export const readIndex = async (objects: ObjectStore): Promise<BackupIndex> => {
  let content: string
  try {
    content = await text(Readable.from(objects.read(INDEX)))
  } catch (error) {
    if (error instanceof Failure && error.code === 'not_found') return empty
    throw error
  }
  try {
    const { format: _, ...index } = form.parse(JSON.parse(content))
    return index
  } catch (error) {
    throw new Failure(
      'unavailable',
      `The file ${INDEX} in ${objects.place} is damaged. Move it away to begin a new one; backups that it lists can be decrypted by hand.`,
      { cause: error },
    )
  }
}

async function* inPieces(content: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(content)
}

/** Replaces the list, unless another process has done so since it was read. Throws `wrong_state` then. */
export const writeIndex = async (objects: ObjectStore, index: BackupIndex): Promise<BackupIndex> => {
  const { revision } = await readIndex(objects)
  if (revision !== index.revision)
    throw new Failure('wrong_state', 'Another process has changed the list of backups; this attempt ends.')
  const next = { ...index, revision: revision + 1 }
  await objects.put(INDEX, inPieces(`${JSON.stringify({ format: 'longview-backups-1', ...next })}\n`))
  return next
}
