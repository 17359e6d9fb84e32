import { Failure } from '#core/failure.ts'

/**
 * Rejects a change based on an outdated version, so that nothing is overwritten unseen. Throws `stale`.
 * @param expected null overwrites any version
 */
export const assertVersion = (what: string, expected: number | null, present: number): void => {
  if (expected === null || expected === present) return
  throw new Failure(
    'stale',
    `${what} has been changed in the meantime: it is now at version ${present}, but your change is based on version ${expected}. Review the changes and save again.`,
    { members: { version: present } },
  )
}

type Fields = Readonly<Record<string, unknown>>

/** Texts are compared directly, since serializing long ones would copy them. */
const same = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a !== 'string' && JSON.stringify(a) === JSON.stringify(b))

/** The fields that differ, before and after; null when none does. */
export const changedFields = (before: Fields, after: Fields): { before: Fields; after: Fields } | null => {
  const names = Object.keys(after).filter((name) => !same(before[name], after[name]))
  if (names.length === 0) return null
  const only = (fields: Fields): Fields => Object.fromEntries(names.map((name) => [name, fields[name]]))
  return { before: only(before), after: only(after) }
}

export type EditedBy = { actor: string; at: string }
