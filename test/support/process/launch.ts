import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'

export const EXECUTABLE = resolve(import.meta.dirname, '../../../bin/longview.js')

/** Only what the test gives, so that the surroundings of the test run change nothing. */
export const childEnvironment = (given: Record<string, string>): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  HOME: process.env.HOME ?? '',
  ...given,
})

export type Ended = { code: number | null; stdout: string; stderr: string }

/** A command of the real program that still runs: to be fed, interrupted or killed. */
export type Launched = { child: ChildProcessWithoutNullStreams; ended: Promise<Ended> }

export const launch = (args: readonly string[], environment: Record<string, string>): Launched => {
  const child = spawn(process.execPath, [EXECUTABLE, ...args], { env: childEnvironment(environment) })
  // A command that ends early does not read the rest of its input.
  child.stdin.on('error', () => {})
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, stdout, stderr }))
  return { child, ended }
}
