import { readFile } from 'node:fs/promises'
import { text as textOf } from 'node:stream/consumers'
import type { z } from 'zod'
import { Failure } from '#core/failure.ts'
import { validate, type Validated } from '#schemas/validate.ts'
import { parseStrictJson } from '#schemas/parse-strict-json.ts'

/** The JSON of a file; `-` is standard input. Throws `not_found` or `malformed` with the file's name. */
export const readJsonFile = async (file: string): Promise<unknown> => {
  const read = file === '-' ? textOf(process.stdin) : readFile(file, 'utf8')
  const text = await read.catch(() => {
    throw new Failure('not_found', `The file ${file} cannot be read.`)
  })
  try {
    return parseStrictJson(text)
  } catch (error) {
    throw error instanceof Failure ? new Failure(error.code, `${file}: ${error.message}`, { cause: error }) : error
  }
}

/** The checked content of a file. Throws `invalid` with all its errors in one failure. */
export const unwrapValidated = <T>(file: string, checked: Validated<T>): T => {
  if (checked.ok) return checked.value
  const messages = checked.errors.map(({ path, message }) => (path === 'body' ? message : `${path}: ${message}`))
  throw new Failure('invalid', `${file}: ${messages.join('; ')}.`, { details: checked.errors })
}

/** The content of a JSON file by a schema. Throws `invalid` with every error. */
export const readFormFile = async <T>(file: string, schema: z.ZodType<T>): Promise<T> =>
  unwrapValidated(file, validate(schema, await readJsonFile(file)))
