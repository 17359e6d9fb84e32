/** Reads of a record whose members may have any type. */

export type Members = Readonly<Record<string, unknown>>

export const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const membersOf = (value: unknown): Members => (isMembers(value) ? value : {})

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export const textOf = (value: unknown): string | null =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : null

/** The first text of a list, or the text itself: some services change between both. */
export const firstText = (value: unknown): string | null => textOf(Array.isArray(value) ? value[0] : value)
