import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

const HERE = import.meta.dirname

/** A tool of conform/ by the name of its program; null where it is not installed. */
export const findTool = (name: string): string | null => {
  const path = join(HERE, 'node_modules/.bin', name)
  return existsSync(path) ? realpathSync(path) : null
}

export type Ended = { code: number | null; output: string; errors: string }

/** Runs a program written for Node, with this Node: older ones install and do other things. */
export const runNode = async (file: string, args: readonly string[]): Promise<Ended> => {
  const child = spawn(process.execPath, [file, ...args], { cwd: HERE, stdio: ['ignore', 'pipe', 'pipe'] })
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ])
  return { code, output, errors }
}
