import type { PaperWithText } from '#core/papers/paper.ts'
import { parsePaper } from './paper-schema.ts'

/** A record as a paper, with the names of fields whose values no paper may have; or why it is none. */
export type ParsedImport = { ok: true; paper: PaperWithText; dropped: string[] } | { ok: false; reason: string }

const REQUIRED = new Set(['title', 'authors', 'year'])

/** Stands where an id will be allotted. */
const NO_ID = 'p0'

/** What a catalogue says is checked like a submission. Only what a paper must have makes a record unfit. */
export const parseImportedPaper = (fields: Readonly<Record<string, unknown>>, now: Date): ParsedImport => {
  const checked = parsePaper({ ...fields, id: NO_ID }, now)
  if (checked.ok) return { ok: true, paper: checked.value.paper, dropped: [] }
  const wrong = Map.groupBy(checked.errors, ({ path }) => path.split('.')[0] ?? path)
  if (wrong.keys().some((name) => REQUIRED.has(name)))
    return { ok: false, reason: checked.errors.map(({ path, message }) => `${path}: ${message}`).join('; ') }
  const rest = Object.fromEntries(Object.entries(fields).filter(([name]) => !wrong.has(name)))
  const again = parsePaper({ ...rest, id: NO_ID }, now)
  if (!again.ok) return { ok: false, reason: again.errors.map(({ path, message }) => `${path}: ${message}`).join('; ') }
  const dropped = [...wrong].map(([name, errors]) => `${name} (${errors[0]?.message ?? ''})`)
  return { ok: true, paper: again.value.paper, dropped }
}
