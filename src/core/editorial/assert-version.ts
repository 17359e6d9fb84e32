import { Failure } from '#core/failure.ts'

/**
 * Refuses a change that began from another version than the current one, so that no change is overwritten unseen.
 * @param expected null overwrites any version. Throws `stale`.
 */
export const assertVersion = (what: string, expected: number | null, present: number): void => {
  if (expected === null || expected === present) return
  throw new Failure(
    'stale',
    `${what} was changed meanwhile: it is at version ${present}, and your change began from version ${expected}. Look at what changed, and save again from there.`,
    { members: { version: present } },
  )
}

type Fields = Readonly<Record<string, unknown>>

/** Texts are compared as they are: a copy of each would be made to compare long ones. */
const same = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a !== 'string' && JSON.stringify(a) === JSON.stringify(b))

/** The fields that differ, as they were and as they are; null when none does. */
export const changedFields = (before: Fields, after: Fields): { before: Fields; after: Fields } | null => {
  const names = Object.keys(after).filter((name) => !same(before[name], after[name]))
  if (names.length === 0) return null
  const only = (fields: Fields): Fields => Object.fromEntries(names.map((name) => [name, fields[name]]))
  return { before: only(before), after: only(after) }
}
