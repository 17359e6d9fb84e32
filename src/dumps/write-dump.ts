import { dumpId, type Dump } from '#core/dumps/dump.ts'
import type { ChangedKind } from '#core/changes/public-change.ts'
import type { ChangeReader } from '#ports/store/changes.ts'
import { everyRecord } from '#queries/records/every-record.ts'
import { findPublicRecord, type RecordSource } from '#queries/records/find-public-record.ts'
import { presentRecord } from '#schemas/records/present-record.ts'
import type { CopyEndpoint } from '#store/sql/copy/copy-tables.ts'
import { openPublicReader } from '#store/sql/open-public-reader.ts'
import { lineKey, writeRecordFiles, type RecordFiles } from './record-files.ts'

type Source = Pick<CopyEndpoint, 'db' | 'engine' | 'beginSnapshot' | 'close'>
type Subject = { kind: ChangedKind; id: string }

const CHANGES_AT_ONCE = 500

/** What has changed after a number, each thing once. */
const changedAfter = async (changes: ChangeReader, seq: number): Promise<Map<string, Subject>> => {
  const changed = new Map<string, Subject>()
  for (let since = seq; ;) {
    const page = await changes.after(since, CHANGES_AT_ONCE)
    for (const { kind, id } of page) changed.set(lineKey({ kind, id }), { kind, id })
    if (page.length < CHANGES_AT_ONCE) return changed
    since = page.at(-1)?.seq ?? since
  }
}

/** The records that change with a thing. */
const kindsOf = ({ kind }: Subject) => (kind === 'paper' ? (['paper', 'text'] as const) : ([kind] as const))

const addAgain = async (files: RecordFiles, reader: RecordSource, subject: Subject): Promise<void> => {
  for (const kind of kindsOf(subject)) {
    const record = await findPublicRecord(reader, kind, subject.id)
    if (record !== null) await files.add(presentRecord(record))
  }
}

/**
 * Writes all public records as they stand at one change. The corpus is walked in short reads, so that no long transaction holds up
 * the engine's own work, and what changed during the walk is read once more, within one short transaction: nothing else can
 * differ from the corpus at that moment.
 *
 * @param open gives a connection of its own, which is closed
 * @param folder an empty one for this dump alone
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
    const reader = openPublicReader(source.db, source.engine)
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
