import { auditPhrase } from '#core/audit-phrases.ts'
import type { AuditRecord } from '#core/audit.ts'
import { PAPER_ID } from '#core/papers/paper.ts'
import { textDiff } from '#core/text/text-diff.ts'
import { html, type Html, withFormulas } from '#html.ts'
import { textDifference, truncateMiddle } from '#http/console/pages/difference.ts'
import { dateTime } from '#http/console/pages/parts.ts'
import type { PrivateReader } from '#ports/store/store.ts'
import { findActorNames } from '#queries/actor-names.ts'

/** What the records of a page are about, in words. */
export type AuditNames = {
  nameOf: (actor: string) => string
  /** Of a public paper; null for any other. */
  titleOf: (id: string) => string | null
}

/** Acts on accounts and on keys; their subjects are ids. */
const ACCOUNT = /^(?:editor|codes|passkey|recovery-code)\./u
const KEY = /^key\./u

/** The actor that a record is about; null if it is about something else. */
const subjectActor = ({ act, subject }: AuditRecord): string | null =>
  ACCOUNT.test(act) ? `editor:${subject}` : KEY.test(act) ? `key:${subject}` : null

const paperIds = (records: readonly AuditRecord[]): string[] => [
  ...new Set(records.map(({ subject }) => subject).filter((subject) => PAPER_ID.test(subject))),
]

export const findAuditNames = async (
  read: Pick<PrivateReader, 'editors' | 'keys' | 'related'>,
  records: readonly AuditRecord[],
): Promise<AuditNames> => {
  const actors = records.flatMap((record) => [record.actor, subjectActor(record) ?? []].flat())
  const nameOf = await findActorNames(read, actors)
  const titles = new Map((await read.related.publicPapers(paperIds(records))).map(({ id, title }) => [id, title]))
  return { nameOf, titleOf: (id) => titles.get(id) ?? null }
}

const subjectText = (record: AuditRecord, { nameOf, titleOf }: AuditNames): Html => {
  const { subject } = record
  const actor = subjectActor(record)
  const title = titleOf(subject)
  if (actor !== null) return html`<bdi>${nameOf(actor) === actor ? subject : nameOf(actor)}</bdi>`
  return html`<code>${subject}</code>${title !== null && html` <bdi>${withFormulas(title)}</bdi>`}`
}

/** Who did what to which thing, and when, on one line. */
export const auditLine = (record: AuditRecord, names: AuditNames): Html => {
  const { words, isWhole } = auditPhrase(record.act)
  return html`<b><bdi>${names.nameOf(record.actor)}</bdi></b> ${words}${!isWhole && html` ${subjectText(record, names)}`}
      <span class="quiet">${dateTime(record.at)}</span>`
}

/** Longer texts are not compared word by word, since a page has many of them. */
const MAX_COMPARED_CHARACTERS = 4_000

const textOf = (value: unknown): string =>
  value === null || value === undefined ? '(empty)' : typeof value === 'string' ? value : JSON.stringify(value)

const valueDifference = (before: unknown, after: unknown): Html => {
  const [old, young] = [textOf(before), textOf(after)]
  const parts = old.length + young.length <= MAX_COMPARED_CHARACTERS ? textDiff(old, young) : []
  return textDifference(parts, { before: truncateMiddle(old), after: truncateMiddle(young) })
}

type Fields = Readonly<Record<string, unknown>>

const fieldsOf = (json: string | null): Fields => (json === null ? {} : (JSON.parse(json) as Fields))

const fieldDifference = (name: string, before: Fields, after: Fields): Html => {
  if (Object.hasOwn(before, name) && Object.hasOwn(after, name)) return valueDifference(before[name], after[name])
  const value = truncateMiddle(textOf(before[name] ?? after[name]))
  return html`<div class="difference" dir="auto">${Object.hasOwn(before, name) ? html`<del>${value}</del>` : html`<ins>${value}</ins>`}</div>`
}

/** What a record says of the thing before and after, field by field. */
export const auditDifferences = (record: AuditRecord): Html | false => {
  const [before, after] = [fieldsOf(record.before), fieldsOf(record.after)]
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return (
    names.length > 0 &&
    html`<dl class="differences">${names.map((name) => html`<dt>${name}</dt><dd>${fieldDifference(name, before, after)}</dd>`)}</dl>`
  )
}
