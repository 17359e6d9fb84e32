import { readFileSync } from 'node:fs'
import type { z } from 'zod'
import { Failure } from '#core/failure.ts'
import { parseStrictJson } from '#schemas/parse-strict-json.ts'
import { validate } from '#schemas/validate.ts'

/** Names the line that cannot be read. */
export const refuseLine = (path: string, line: number, reason: string): Failure =>
  new Failure('invalid', `${path}, line ${line}: ${reason}`)

/** The lines of a file that say something, with their numbers. */
export const linesOf = (path: string): { text: string; line: number }[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .map((text, index) => ({ text: text.replace(/\r$/u, ''), line: index + 1 }))
    .filter(({ text }) => text.trim() !== '')

/** The object of each line. Throws `invalid` with the line that is not as the schema says. */
export const objectsOf = <T>(path: string, schema: z.ZodType<T>): T[] =>
  linesOf(path).map(({ text, line }) => {
    try {
      const checked = validate(schema, parseStrictJson(text))
      if (checked.ok) return checked.value
      throw new Failure('invalid', checked.errors.map((error) => `${error.path} ${error.message}`).join('; '))
    } catch (error) {
      throw error instanceof Failure ? refuseLine(path, line, error.message) : error
    }
  })
