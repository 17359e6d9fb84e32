import type { ReadRecord } from '#core/imports/imported-record.ts'
import { textLines } from '#formats/text/text.ts'
import { MAX_RECORD_CHARACTERS, type FormatReader } from './record.ts'

/** A record of tagged lines: the values of each tag, in order. */
export type TaggedRecord = { line: number; tags: Map<string, string[]>; source: string }

type TagForm = {
  /** The tag and value of a line, or null. */
  tagOf: (line: string) => { tag: string; value: string } | null
  first: string
  /** Null if a record ends where the next one begins. */
  last: string | null
  /** The text of a line that continues the value before it, or null. */
  continuation: (line: string) => string | null
}

/** Ten times the lines of a paper with 2,000 authors. */
const MAX_RECORD_LINES = 20_000

/** Reads records that start and end with a certain tag, ignoring the lines between them. */
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
      const reason = `A record may have at most ${MAX_RECORD_CHARACTERS} characters and ${MAX_RECORD_LINES} lines.`
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
