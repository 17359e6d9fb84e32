import type { Person } from './paper-fields.ts'

/** A name turned round by its one comma; any other is as it is printed. */
export const invertedName = (text: string): Person => {
  const [family = '', given = '', ...more] = text.split(',').map((part) => part.trim())
  return given === '' || family === '' || more.length > 0 ? { name: text } : { family, given }
}
