import { readFileSync } from 'node:fs'
import type { ValidationError } from './core/failure.ts'

/** Like `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Collects errors, so that all of them are reported together. No message repeats a value, not even that of a number or a file
 * name: an address with a password may end up in any variable.
 */
export const environmentReader = (env: Environment) => {
  const errors: ValidationError[] = []
  const refuse = (path: string, message: string): null => {
    errors.push({ path, message })
    return null
  }
  const fromFile = (name: string, file: string): string | null => {
    try {
      const content = readFileSync(file, 'utf8').trim()
      return content === '' ? null : content
    } catch (error) {
      return refuse(`${name}_FILE`, `names a file that cannot be read (${(error as NodeJS.ErrnoException).code})`)
    }
  }
  /** The variable, or the content of the file named by its `_FILE` variable; empty counts as unset. */
  const text = (name: string): string | null => {
    const value = env[name] ?? ''
    const file = env[`${name}_FILE`] ?? ''
    if (value !== '' && file !== '') return refuse(name, `is set twice: unset it or ${name}_FILE`)
    if (file !== '') return fromFile(name, file)
    return value === '' ? null : value
  }
  return { errors, refuse, text }
}

/** The variables of a process, and the errors found in them. */
export type Env = ReturnType<typeof environmentReader>

/** A whole number from 1 to `most`. */
export const readCount = (
  { text, refuse }: Env,
  name: string,
  { otherwise, most }: { otherwise: number; most: number },
): number => {
  const given = text(name) ?? String(otherwise)
  const count = /^\d{1,9}$/u.test(given) ? Number(given) : 0
  return count >= 1 && count <= most ? count : (refuse(name, `must be a number from 1 to ${most}`) ?? otherwise)
}

/** The same for an optional number. */
export const readLimit = (env: Env, name: string, most: number): number | null =>
  env.text(name) === null ? null : readCount(env, name, { otherwise: most, most })

const UNITS: Record<string, number> = { '': 1, K: 1_024, M: 1_024 ** 2, G: 1_024 ** 3, T: 1_024 ** 4 }

/** A number of bytes, optionally with a unit as in 500M or 20G. */
export const readBytes = ({ text, refuse }: Env, name: string, otherwise: number): number => {
  const given = text(name)
  if (given === null) return otherwise
  const { digits, unit = '' } = /^(?<digits>\d{1,12})\s*(?<unit>[KMGT]?)(?:i?B)?$/iu.exec(given)?.groups ?? {}
  const bytes = Number(digits) * (UNITS[unit.toUpperCase()] ?? 1)
  return Number.isSafeInteger(bytes) && bytes > 0
    ? bytes
    : (refuse(name, 'must be a number of bytes such as 500M or 20G') ?? otherwise)
}

/** A URL without trailing slashes, so that paths can be appended. */
export const readUrl = ({ text, refuse }: Env, name: string, protocols: readonly string[]): string | null => {
  const given = text(name)
  if (given === null) return null
  // URL.canParse also accepts https:example.org, from which links would be wrong.
  const fits = URL.canParse(given) && protocols.some((protocol) => given.toLowerCase().startsWith(`${protocol}//`))
  return fits
    ? given.replace(/\/+$/u, '')
    : refuse(name, `must be a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`)
}

/** One email address, without a name. */
export const readMailAddress = ({ text, refuse }: Env, name: string): string | null => {
  const given = text(name)
  if (given === null || /^[^\s@<>,]+@[^\s@<>,]+$/u.test(given)) return given
  return refuse(name, 'must be one email address, such as team@example.org')
}

/** A list, separated by commas or white space. */
export const readList = (
  { text, refuse }: Env,
  name: string,
  rule: { fits: (entry: string) => boolean; expected: string },
): string[] => {
  const entries = (text(name) ?? '').split(/[\s,]+/u).filter((entry) => entry !== '')
  const wrong = entries.flatMap((entry, index) => (rule.fits(entry) ? [] : [index + 1]))
  if (wrong.length > 0)
    refuse(name, `must list ${rule.expected}; invalid: entry ${wrong.join(', ')} of ${entries.length}`)
  return entries.filter(rule.fits)
}

/** `on` or `off`; on if not set. */
export const readSwitch = ({ text, refuse }: Env, name: string, otherwise: 'on' | 'off' = 'on'): boolean => {
  const given = text(name) ?? otherwise
  if (given !== 'on' && given !== 'off') refuse(name, 'must be on or off')
  return given === 'on'
}

const SECRET_LENGTH = 32

/** A secret that is long enough not to be guessed. */
export const readSecret = ({ text, refuse }: Env, name: string): string | null => {
  const given = text(name)
  return given === null || given.length >= SECRET_LENGTH
    ? given
    : refuse(name, `must have at least ${SECRET_LENGTH} random characters`)
}
