import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Dump } from '#core/dumps/dump.ts'
import type { PublicReader } from '#ports/store/store.ts'
import { everyRecord } from '#queries/records/every-record.ts'
import { findPublicRecord } from '#queries/records/find-public-record.ts'
import { presentRecord } from '#schemas/records/present-record.ts'
import { readLineFile } from '../../../src/dumps/line-file.ts'

/** Records as lines, by kind and id. */
export type Mirror = Map<string, string>

const put = (mirror: Mirror, line: string): void => {
  const { kind, id } = JSON.parse(line) as { kind: string; id: string }
  const key = `${kind} ${id}`
  if (mirror.has(key)) throw new Error(`${key} is there twice.`)
  mirror.set(key, line)
}

/** What somebody has who downloads a dump. */
export const readDump = async (folder: string, { files }: Dump): Promise<Mirror> => {
  const mirror: Mirror = new Map()
  for (const { name } of files) for await (const line of readLineFile(join(folder, name))) put(mirror, line)
  return mirror
}

/** Brings it up to date as docs/machines.md says. */
export const followChanges = async (reader: PublicReader, mirror: Mirror, since: number): Promise<void> => {
  for (let seq = since; ;) {
    const changes = await reader.changes.after(seq, 50)
    for (const { kind, id } of changes)
      for (const each of kind === 'paper' ? (['paper', 'text'] as const) : [kind]) {
        const found = await findPublicRecord(reader, each, id)
        if (found === null) mirror.delete(`${each} ${id}`)
        else mirror.set(`${each} ${id}`, JSON.stringify(presentRecord(found)))
      }
    if (changes.length === 0) return
    seq = changes.at(-1)?.seq ?? seq
  }
}

/** The library as it stands. */
export const liveMirror = async (reader: PublicReader): Promise<Mirror> => {
  const mirror: Mirror = new Map()
  for await (const found of everyRecord(reader)) put(mirror, JSON.stringify(presentRecord(found)))
  return mirror
}

/** One digest of all records, whatever their order. */
export const digestOf = (mirror: Mirror): string => {
  const hash = createHash('sha256')
  for (const line of [...mirror.values()].toSorted()) hash.update(`${line}\n`)
  return hash.digest('hex')
}
