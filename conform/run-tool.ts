import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, realpathSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'

const HERE = import.meta.dirname

/**
 * Finds a tool in conform/ by the name of its program, or of its package if it has no program; otherwise a program of the system.
 * Null if it is not installed.
 */
export const findTool = (name: string): string | null => {
  const ours = [join(HERE, 'node_modules/.bin', name), join(HERE, 'node_modules', name)]
  const theirs = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name))
  const path = [...ours, ...theirs].find((one) => existsSync(one))
  return path === undefined ? null : realpathSync(path)
}

export type Ended = { code: number | null; output: string; errors: string }

/** Runs a program; `environment` is added to that of this process, `input` is what it reads. Throws if it cannot be started. */
export const runProgram = async (
  program: string,
  args: readonly string[],
  environment: Record<string, string> = {},
  input = '',
): Promise<Ended> => {
  const env = { ...process.env, ...environment }
  const child = spawn(program, args, { cwd: HERE, env, stdio: ['pipe', 'pipe', 'pipe'] })
  // A program that does not read its input closes it.
  child.stdin.on('error', () => undefined).end(input)
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ])
  return { code, output, errors }
}

/** Runs a program written for Node with this version of Node. */
export const runNode = (
  file: string,
  args: readonly string[],
  environment: Record<string, string> = {},
): Promise<Ended> => runProgram(process.execPath, [file, ...args], environment)
