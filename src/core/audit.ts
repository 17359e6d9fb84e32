import { createHash } from 'node:crypto'

/** JSON with sorted object keys, so that equal values give equal text. */
export const canonicalJson = (value: unknown): string => JSON.stringify(value, sortKeys)

const sortKeys = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value

/**
 * One editorial act. `actor`: `cli`, `key:<id>`, `editor:<id>`, or a part of the program such as `first start`.
 * `act`: noun and verb, such as `paper.accept`. `subject`: the id of the thing acted on. `before` and `after` hold the
 * change; they never contain secrets, or addresses of people who may ask to be forgotten.
 */
export type AuditEvent = {
  at: string
  actor: string
  act: string
  subject: string
  before: Readonly<Record<string, unknown>> | null
  after: Readonly<Record<string, unknown>> | null
}

/** An event as part of the hash chain. `before` and `after` are canonical JSON; hashes are SHA-256 in hex. */
export type AuditRecord = Omit<AuditEvent, 'before' | 'after'> & {
  /** Counts from 1 without gaps. */
  seq: number
  before: string | null
  after: string | null
  /** The hash of the previous record, or of the empty head. */
  previous: string
  hash: string
}

/** The end of the chain: the number of records, and the hash of the last one. */
export type AuditHead = { count: number; hash: string }

export const EMPTY_AUDIT_HEAD: AuditHead = { count: 0, hash: '0'.repeat(64) }

/** SHA-256 over a JSON array of every field except the hash. Not keyed, so that anybody can verify it. */
export const auditHash = (record: Omit<AuditRecord, 'hash'>): string => {
  const { seq, at, actor, act, subject, before, after, previous } = record
  return createHash('sha256')
    .update(JSON.stringify([seq, at, actor, act, subject, before, after, previous]))
    .digest('hex')
}

const toCanonicalText = (value: AuditEvent['before']): string | null => (value === null ? null : canonicalJson(value))

export const nextAuditRecord = (entry: AuditEvent, head: AuditHead): AuditRecord => {
  const { before, after, ...rest } = entry
  const record = {
    ...rest,
    seq: head.count + 1,
    before: toCanonicalText(before),
    after: toCanonicalText(after),
    previous: head.hash,
  }
  return { ...record, hash: auditHash(record) }
}

/** The first fault found in a chain, and the row in which it shows. */
export type AuditFault = { seq: number; fault: 'altered' | 'missing' | 'added' | 'replaced'; message: string }

/** Checks a record that should follow `last`; null when it is intact. */
export const verifyNextRecord = (last: AuditHead, record: AuditRecord): AuditFault | null => {
  const seq = last.count + 1
  if (record.seq !== seq) return { seq, fault: 'missing', message: `Row ${seq} is missing.` }
  if (auditHash(record) !== record.hash)
    return { seq, fault: 'altered', message: `Row ${seq} was altered: its content does not match its hash.` }
  if (record.previous !== last.hash)
    return {
      seq: seq - 1,
      fault: 'replaced',
      message: `Row ${seq - 1} was replaced and its hash recomputed: row ${seq} still refers to the original hash.`,
    }
  return null
}

/**
 * Compares a chain that is intact up to `last` with a head recorded earlier, apart from the rows or elsewhere. Null when
 * `last` is that head.
 */
export const verifyHead = (last: AuditHead, head: AuditHead): AuditFault | null => {
  const next = last.count + 1
  if (last.count < head.count)
    return { seq: next, fault: 'missing', message: `Row ${next} is missing: the log held ${head.count} rows.` }
  if (last.hash === head.hash) return null
  return {
    seq: last.count,
    fault: 'replaced',
    message: `Row ${last.count} was replaced, or an earlier row with all that follow: it used to have a different hash.`,
  }
}

/** Whether the log has more rows than were ever recorded. */
export const verifyLength = (last: AuditHead, { count }: AuditHead): AuditFault | null =>
  last.count > count
    ? { seq: count + 1, fault: 'added', message: `Row ${count + 1} was added past the end of the log.` }
    : null

/** Null matches any value. */
export type AuditFilter = { actor: string | null; act: string | null; subject: string | null }
