import { createHash } from 'node:crypto'
import { canonicalJson } from './canonical-json.ts'

/**
 * One editorial act. `actor`: `cli`, `key:<id>`, `editor:<id>`, or a part of the program such as `first start`.
 * `act`: noun and verb, such as `paper.accept`. `subject`: the id of what was acted on. `before` and `after` hold what
 * changed; secrets, and the addresses of people who may ask to be forgotten, never appear in them.
 */
export type AuditEvent = {
  at: string
  actor: string
  act: string
  subject: string
  before: Readonly<Record<string, unknown>> | null
  after: Readonly<Record<string, unknown>> | null
}

/** An entry in its place in the chain. `before` and `after` are canonical JSON; hashes are SHA-256, hex. */
export type AuditRecord = Omit<AuditEvent, 'before' | 'after'> & {
  /** 1, 2, 3 and so on without a gap. */
  seq: number
  before: string | null
  after: string | null
  /** The hash of the record before, or of the beginning. */
  previous: string
  hash: string
}

/** Where the chain ends: how many records there are, and the hash of the last. */
export type AuditHead = { count: number; hash: string }

export const EMPTY_AUDIT_HEAD: AuditHead = { count: 0, hash: '0'.repeat(64) }

/** SHA-256 over a JSON array of every field but the hash; keyed by nothing, so that anybody can check it. */
export const auditHash = (record: Omit<AuditRecord, 'hash'>): string => {
  const { seq, at, actor, act, subject, before, after, previous } = record
  return createHash('sha256')
    .update(JSON.stringify([seq, at, actor, act, subject, before, after, previous]))
    .digest('hex')
}

const toCanonicalText = (value: AuditEvent['before']): string | null => (value === null ? null : canonicalJson(value))

/** The record that follows a head. */
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

/** The first thing wrong with a chain, and the row that it shows in. */
export type AuditFault = { seq: number; fault: 'altered' | 'missing' | 'added' | 'replaced'; message: string }

/** What is wrong with a record that should follow `last`; null when nothing is. */
export const verifyNextRecord = (last: AuditHead, record: AuditRecord): AuditFault | null => {
  const seq = last.count + 1
  if (record.seq !== seq) return { seq, fault: 'missing', message: `Row ${seq} is missing.` }
  if (auditHash(record) !== record.hash)
    return { seq, fault: 'altered', message: `Row ${seq} was altered: its content does not fit its hash.` }
  if (record.previous !== last.hash)
    return {
      seq: seq - 1,
      fault: 'replaced',
      message: `Row ${seq - 1} was replaced with its hash made anew: row ${seq} still names the hash it had.`,
    }
  return null
}

/**
 * What is wrong with a chain that was found whole up to `last`, by the end it had at some time: `head`, as it is kept
 * apart from the rows or was noted elsewhere. Null when that is row `last`.
 */
export const verifyHead = (last: AuditHead, head: AuditHead): AuditFault | null => {
  const next = last.count + 1
  if (last.count < head.count)
    return { seq: next, fault: 'missing', message: `Row ${next} is missing: the log held ${head.count} rows.` }
  if (last.hash === head.hash) return null
  return {
    seq: last.count,
    fault: 'replaced',
    message: `Row ${last.count} was replaced, or one before it with all that follow: it once had another hash.`,
  }
}

/** Whether there are more rows than were ever recorded. */
export const verifyLength = (last: AuditHead, { count }: AuditHead): AuditFault | null =>
  last.count > count
    ? { seq: count + 1, fault: 'added', message: `Row ${count + 1} was added past the end of the log.` }
    : null
