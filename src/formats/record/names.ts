import type { Person } from './paper-fields.ts'

/** A name turned round by its one comma; any other is as it is printed. */
export const invertedName = (text: string): Person => {
  const [family = '', given = '', ...more] = text.split(',').map((part) => part.trim())
  return given === '' || family === '' || more.length > 0 ? { name: text } : { family, given }
}

/** "J.", "J.-P.", "AB" */
const INITIALS = /^(?:\p{Lu}\.?[-\s]?){1,5}$/u

/**
 * Several names with nothing but commas between them, whole ("Ada One, Ben Two") or turned round with initials ("One, A.,
 * Two, B."). Null where that cannot be told from one name.
 */
export const namesBetweenCommas = (text: string): Person[] | null => {
  const parts = text.split(/\s*,\s*/u).filter((part) => part !== '')
  const areTurned = parts.length >= 4 && parts.length % 2 === 0
  if (areTurned && parts.every((part, index) => index % 2 === 0 || INITIALS.test(part)))
    return parts.flatMap((family, index) => (index % 2 === 0 ? [{ family, given: parts[index + 1] ?? '' }] : []))
  return parts.length > 1 && parts.every((part) => part.includes(' ')) ? parts.map((name) => ({ name })) : null
}
