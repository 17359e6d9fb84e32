import { join } from 'node:path'
import type { DumpFile } from '#core/dumps/dump.ts'
import type { RecordKind } from '#core/records/public-record.ts'
import type { PresentedRecord } from '#schemas/records/present-record.ts'
import { readLineFile, writeLineFile, type LineFile } from './line-file.ts'

/** What a line says before its record. */
type Head = { kind: RecordKind; id: string; license?: string }
type Content = DumpFile['content']

/** What tells a record from all others. */
export const lineKey = ({ kind, id }: Pick<Head, 'kind' | 'id'>): string => `${kind} ${id}`

/** The head of a line, without its record, which may be long. */
const headOf = (line: string): Head => JSON.parse(`${line.slice(0, line.indexOf(',"record":'))}}`) as Head

/** Both files of a dump while they are written. */
export type RecordFiles = {
  add(record: PresentedRecord): Promise<void>
  /** Takes over the records of other files that pass. */
  addFrom(files: RecordFiles, keep: (key: string) => boolean): Promise<void>
  lines(content: Content): AsyncIterable<string>
  /** @param license what the records may be passed on under */
  end(license: string | null): Promise<{ files: DumpFile[]; textIds: string[] }>
}

const contents = ['records', 'texts'] as const

/** Makes the files of a dump in a folder; their names begin with `prefix`. */
export const writeRecordFiles = (folder: string, prefix: string): RecordFiles => {
  const nameOf = (content: Content): string => `${prefix}-${content}.jsonl.gz`
  const pathOf = (content: Content): string => join(folder, nameOf(content))
  const open: Record<Content, LineFile> = {
    records: writeLineFile(pathOf('records')),
    texts: writeLineFile(pathOf('texts')),
  }
  const counts: Partial<Record<RecordKind, number>> = {}
  const licenses = new Set<string>()
  const textIds: string[] = []

  const addLine = async ({ kind, id, license }: Head, line: string): Promise<void> => {
    counts[kind] = (counts[kind] ?? 0) + 1
    if (license !== undefined) licenses.add(license)
    if (kind === 'text') textIds.push(id)
    await open[kind === 'text' ? 'texts' : 'records'].write(line)
  }

  const describe = async (content: Content, license: string | null): Promise<DumpFile> => {
    const { text = 0, ...others } = counts
    const written = await open[content].end()
    const about =
      content === 'texts'
        ? { counts: { text }, licenses: [...licenses].toSorted() }
        : { counts: others, licenses: license === null ? [] : [license] }
    return { name: nameOf(content), content, ...written, ...about }
  }

  return {
    add: (record) => addLine(record, JSON.stringify(record)),
    addFrom: async (others, keep) => {
      for (const content of contents)
        for await (const line of others.lines(content)) {
          const head = headOf(line)
          if (keep(lineKey(head))) await addLine(head, line)
        }
    },
    lines: (content) => readLineFile(pathOf(content)),
    end: async (license) => ({
      files: [await describe('records', license), await describe('texts', license)],
      textIds,
    }),
  }
}
