import { readdirSync, readFileSync } from 'node:fs'
import { Failure, messageOf } from '#core/failure.ts'
import { parseStrictJson } from '#schemas/parse-strict-json.ts'

/** An error in the starter corpus names file and line, as a compiler would. */
export const invalidAt = (file: string, line: number, message: string): Failure =>
  new Failure('invalid', `starter/${file}:${line}: ${message}`)

export type NumberedLine = { line: number; value: unknown }

/** Lines of a JSON lines file with their numbers; blank lines are skipped. */
export const readJsonLines = (folder: URL, file: string): NumberedLine[] =>
  readFileSync(new URL(file, folder), 'utf8')
    .split('\n')
    .flatMap((text, index) => {
      if (text.trim() === '') return []
      try {
        return [{ line: index + 1, value: parseStrictJson(text) }]
      } catch (error) {
        throw invalidAt(file, index + 1, messageOf(error))
      }
    })

/** Names of the files with an ending in a part of the starter corpus, in order. */
export const listFiles = (folder: URL, part: string, ending: string): string[] =>
  readdirSync(new URL(`${part}/`, folder))
    .filter((name) => name.endsWith(ending))
    .toSorted()
    .map((name) => `${part}/${name}`)
