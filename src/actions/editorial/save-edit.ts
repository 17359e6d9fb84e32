import type { ActionContext } from '#actions/run-action.ts'
import { assertVersion, changedFields } from '#core/editorial/version.ts'

/** An edit of something that has versions. `version` is the one that it is based on; null overwrites any version. */
export type Edit<Id, Words> = { id: Id; words: Words; version: number | null; actor: string }

type Fields = Readonly<Record<string, unknown>>

type Change = {
  /** What messages call it, such as `The gap g1`. */
  what: string
  /** The act and subject in the audit log. */
  act: string
  subject: string
  /** The stored version; 0 if nothing is stored yet. */
  present: number
  /** The stored fields; null if nothing is stored yet. */
  before: Fields | null
  after: Fields
  /** Stores the edit; called only if a field differs. `noted` is recorded along with the changed fields. */
  store: (at: string) => Promise<{ version: number; noted?: Fields }>
}

/**
 * The rules of every edit: it is refused if somebody else saved in the meantime, stored and recorded if a field differs, and
 * otherwise has no effect. Returns the version afterwards. Throws `stale`.
 */
export const saveEdit = async (
  tx: ActionContext,
  { version, actor }: Pick<Edit<unknown, unknown>, 'version' | 'actor'>,
  { what, act, subject, present, before, after, store }: Change,
): Promise<number> => {
  assertVersion(what, version, present)
  const changed = changedFields(before ?? {}, after)
  if (changed === null) return present
  const at = tx.now.toISOString()
  const stored = await store(at)
  await tx.audit.record({
    at,
    actor,
    act,
    subject,
    before: before === null ? null : changed.before,
    after: { ...changed.after, ...stored.noted },
  })
  return stored.version
}
