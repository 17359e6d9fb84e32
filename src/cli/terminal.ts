import { InvalidArgumentError } from 'commander'
import type { AuditHead } from '#core/audit.ts'
import { PAPER_ID } from '#core/papers/paper.ts'
import { terminalSafe } from '#core/text/normalize-text.ts'
import { readFile } from 'node:fs/promises'
import { text as textOf } from 'node:stream/consumers'
import type { z } from 'zod'
import { Failure } from '#core/failure.ts'
import { validate, type Validated } from '#schemas/validate.ts'
import { parseStrictJson } from '#schemas/parse-strict-json.ts'
import { withOpenCorpus, type Corpus, type OpenOptions } from '#open-corpus.ts'
import { readConfig, type Config } from '#config.ts'

/** The head of an audit log in the form that operators note elsewhere. */
export const auditHeadText = ({ count, hash }: AuditHead): string => `${count}:${hash}`

export const parseNoted = (text: string): AuditHead => {
  const { count, hash } = /^(?<count>\d{1,15}):(?<hash>[0-9a-f]{64})$/u.exec(text)?.groups ?? {}
  if (count === undefined || hash === undefined)
    throw new InvalidArgumentError(
      'Give the whole line that an earlier "longview audit verify" printed, such as 120:3f9c….',
    )
  return { count: Number(count), hash }
}

/** Prints the result of a command, on standard output. */
export const print = (text: string): void => {
  process.stdout.write(`${terminalSafe(text)}\n`)
}

/** Prints a remark for people, on standard error. */
export const note = (text: string): void => {
  process.stderr.write(`${terminalSafe(text)}\n`)
}

export const parseCount = (text: string): number => {
  if (!/^[1-9]\d{0,8}$/u.test(text)) throw new InvalidArgumentError('Give a whole number of at least 1.')
  return Number(text)
}

export const parsePaperId = (text: string): string => {
  if (!PAPER_ID.test(text)) throw new InvalidArgumentError('Give the id of a paper, such as p42.')
  return text
}

/** Aligns rows in columns. */
export const table = (rows: readonly (readonly string[])[]): string => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

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

/** Reads a JSON file by a schema. Throws `invalid` with every error. */
export const readFormFile = async <T>(file: string, schema: z.ZodType<T>): Promise<T> =>
  unwrapValidated(file, validate(schema, await readJsonFile(file)))

/** Commands change the current version, unless this option names the one they start from. */
export const FROM_HELP = 'version that the change starts from; refused if there is a newer one'

export const parseVersion = (text: string): number => {
  if (!/^\d{1,9}$/u.test(text)) throw new InvalidArgumentError('A version is a whole number.')
  return Number(text)
}

/** Opens the corpus that the environment names for the duration of one command. */
export const withCorpus = async (
  work: (corpus: Corpus, config: Config) => Promise<void>,
  options: OpenOptions = {},
): Promise<void> => {
  const config = readConfig(process.env)
  await withOpenCorpus(config, (corpus) => work(corpus, config), options)
}
