import { spawn, type ChildProcessWithoutNullStreams, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import assert from 'node:assert/strict'

const EXECUTABLE = resolve(import.meta.dirname, '../../../bin/longview.js')

/** Only what the test gives, so that the surroundings of the test run change nothing. */
export const childEnvironment = (given: Record<string, string>): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  HOME: process.env.HOME ?? '',
  ...given,
})

export type Ended = { code: number | null; stdout: string; stderr: string }

/** A command of the real program that still runs: to be fed, interrupted or killed. */
export type Launched = { child: ChildProcessWithoutNullStreams; ended: Promise<Ended> }

/** Starts a command of this checkout, or of another one by its executable. */
export const launch = (
  args: readonly string[],
  environment: Record<string, string>,
  executable = EXECUTABLE,
): Launched => {
  const child = spawn(process.execPath, [executable, ...args], { env: childEnvironment(environment) })
  // A command that ends early does not read the rest of its input.
  child.stdin.on('error', () => {})
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, stdout, stderr }))
  return { child, ended }
}

const STARTS_WITHIN_MS = 120_000

type Environment = Record<string, string>

/** Runs one command of the real program to its end. */
export const longview = (args: readonly string[], environment: Environment, input = ''): Promise<Ended> => {
  const { child, ended } = launch(args, environment)
  child.stdin.end(input)
  return ended
}

export type Serving = {
  url: string
  child: ChildProcess
  stdout: string[]
  stderr: () => string
  /** Resolves with its standard error once that holds this text; fails when the process ends before. */
  logged(text: string): Promise<string>
  /** Resolves with its exit code, null after a signal, once all that it wrote was read. */
  ended(): Promise<number | null>
  /** Ends it by SIGTERM, and resolves as `ended` does. */
  stop(): Promise<number | null>
}

/**
 * Starts a server on a free port by this command; resolves once it prints where it listens.
 * @param watch gets the process at once, so that one that never answers can be ended too
 */
export const serveBy = async (
  [file, ...args]: readonly [string, ...string[]],
  { environment, folder }: { environment: Environment; folder?: string },
  watch: (child: ChildProcess) => void = () => {},
): Promise<Serving> => {
  const child = spawn(file, args, {
    cwd: folder,
    env: childEnvironment({ PORT: '0', ...environment }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  watch(child)
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const closed = once(child, 'close').then(([code]) => code as number | null)
  const stdout: string[] = []
  const url = await new Promise<string>((resolveUrl, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      reject(new Error(`no address within ${STARTS_WITHIN_MS} ms:\n${stderr}`))
    }, STARTS_WITHIN_MS)
    createInterface(child.stdout).on('line', (line) => {
      stdout.push(line)
      const found = /^listening on (?<url>http:\S+)$/u.exec(line)?.groups?.url
      if (found === undefined) return
      clearTimeout(timer)
      resolveUrl(found)
    })
    child.once('close', (code) => reject(new Error(`ended with ${code} before listening:\n${stderr}`)))
  })
  return {
    url,
    child,
    stdout,
    stderr: () => stderr,
    logged: async (text) => {
      while (!stderr.includes(text)) {
        if (child.stderr.closed) throw new Error(`it ended without saying "${text}":\n${stderr}`)
        await Promise.race([once(child.stderr, 'data'), closed])
      }
      return stderr
    },
    ended: () => closed,
    stop: () => {
      child.kill('SIGTERM')
      return closed
    },
  }
}

/** Starts the server of this checkout, as `serveBy` does. */
export const serve = (
  environment: Environment,
  args: readonly string[] = [],
  watch?: (child: ChildProcess) => void,
): Promise<Serving> => serveBy([process.execPath, EXECUTABLE, 'serve', ...args], { environment }, watch)

/** A command that failed as foreseen: exit code 1, nothing on standard output, one plain sentence and no stack trace. */
export const assertRefused = ({ code, stdout, stderr }: Ended, sentence: RegExp): void => {
  assert.match(stderr, /^longview: [^\n]+\.\n$/u)
  assert.match(stderr, sentence)
  assert.deepEqual({ code, stdout }, { code: 1, stdout: '' })
}

/** A command that was not understood: exit code 2, and where help is. */
export const assertMisused = ({ code, stdout, stderr }: Ended, message: RegExp): void => {
  assert.match(stderr, message)
  assert.doesNotMatch(stderr, /\n {4}at /u)
  assert.deepEqual({ code, stdout }, { code: 2, stdout: '' })
}

/** The file with the first key and sign-in link, which a first start names when its output is not a terminal. */
export const secretsFile = (stdout: readonly string[]): string =>
  /^ {2}secrets {4}(?<file>\S+) {2}/mu.exec(stdout.join('\n'))?.groups?.file ?? ''
