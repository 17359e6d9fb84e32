import { InvalidArgumentError, Option, type Command } from 'commander'
import { createLongviewClient, LongviewError, LongviewUnreachable, type LongviewClient } from '#client/client.ts'
import { realTiming } from '#client/timing.ts'
import { readConfig } from '#config.ts'
import { Failure } from '#core/failure.ts'
import { note } from '#cli/terminal/print.ts'

export type LibraryOptions = { at?: string; json?: boolean }

const parseAddress = (text: string): string => {
  if (/^https?:$/u.test(URL.parse(text)?.protocol ?? '')) return text
  throw new InvalidArgumentError('It must be the address of a library, such as https://library.example.org.')
}

/** What all commands that read a library take. */
export const addLibraryOptions = (command: Command, json: string): Command =>
  command
    .addOption(
      new Option(
        '--at <url>',
        'the library to read, any Longview server; PUBLIC_URL or the server on PORT if left out',
      ).argParser(parseAddress),
    )
    .option('--json', json)

/** Where the library is that a command reads. */
const addressOf = (at: string | undefined): string => {
  if (at !== undefined) return at
  const { publicUrl, port } = readConfig(process.env)
  return publicUrl ?? `http://127.0.0.1:${port}`
}

/** Tells of waits that a person would wonder at. */
const timing: typeof realTiming = {
  ...realTiming,
  sleep: (ms, signal) => {
    if (ms >= 2_000) note(`The server asks to wait; trying again in ${Math.ceil(ms / 1_000)} seconds.`)
    return realTiming.sleep(ms, signal)
  },
}

/**
 * Reads the library that `--at` names: no key goes there, and nothing of this machine's corpus is opened. What the server refuses is told in
 * its words, as `wrong_state`; where there is none, `unavailable`.
 */
export const withLibrary = async (
  { at }: LibraryOptions,
  read: (library: LongviewClient) => Promise<void>,
): Promise<void> => {
  const library = createLongviewClient(addressOf(at), { timing, retries: 2 })
  try {
    await read(library)
  } catch (error) {
    if (error instanceof LongviewUnreachable)
      throw new Failure('unavailable', `${error.message} --at names another library.`, { cause: error })
    if (!(error instanceof LongviewError)) throw error
    const faults = error.details.map(({ path, message }) => ` ${path} ${message}.`).join('')
    throw new Failure('wrong_state', `${library.url} answers ${error.status}: ${error.message}${faults}`, {
      cause: error,
    })
  }
}
