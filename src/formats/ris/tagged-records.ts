import type { ReadRecord } from '#core/imports/imported-record.ts'
import { MAX_RECORD_CHARACTERS, type FormatReader } from '#formats/record/format-reader.ts'
import { textLines } from '#formats/text/split-text-lines.ts'

/** A record of lines with tags: what each tag said, in its order. */
export type TaggedRecord = { line: number; tags: Map<string, string[]>; source: string }

type TagForm = {
  /** A line with a tag, or null. */
  tagOf: (line: string) => { tag: string; value: string } | null
  first: string
  last: string
  /** How a line that goes on with the value before it is told, and read. */
  continuation: (line: string) => string | null
}

/** Ten times those of a paper with 2,000 authors. */
const MAX_RECORD_LINES = 20_000

/** Reads records that begin and end with a tag of their own; lines between them belong to none. */
export const taggedReader = (form: TagForm, read: (record: TaggedRecord) => ReadRecord[]): FormatReader => {
  const lines = textLines()
  let number = 0
  let open: TaggedRecord | null = null
  let last: string[] | null = null
  let source: string[] = []
  let length = 0
  const finish = (): ReadRecord[] => {
    if (open === null) return []
    const record = { ...open, source: source.join('\n') }
    open = null
    return read(record)
  }
  const begin = (): ReadRecord[] => {
    const before = finish()
    open = { line: number, tags: new Map(), source: '' }
    source = []
    length = 0
    return before
  }
  const readLine = (line: string): ReadRecord[] => {
    number += 1
    const found = form.tagOf(line)
    const begun = found?.tag === form.first ? begin() : []
    if (open === null) return begun
    length += line.length
    source.push(line)
    if (length > MAX_RECORD_CHARACTERS || source.length > MAX_RECORD_LINES) {
      const position = `line ${open.line}`
      open = null
      const reason = `A record may have ${MAX_RECORD_CHARACTERS} characters and ${MAX_RECORD_LINES} lines at most.`
      return [...begun, { position, reason }]
    }
    if (found === null) {
      const more = form.continuation(line)
      if (more !== null && last !== null) last[last.length - 1] += more
      return begun
    }
    if (found.tag === form.last) return [...begun, ...finish()]
    last = open.tags.get(found.tag) ?? []
    last.push(found.value)
    open.tags.set(found.tag, last)
    return begun
  }
  return {
    push: (text) => lines.push(text).flatMap(readLine),
    end: () => [...lines.push('', true).flatMap(readLine), ...finish()],
  }
}
