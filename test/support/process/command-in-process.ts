import { AsyncLocalStorage } from 'node:async_hooks'
import type { Ended } from './longview-process.ts'
import { run } from '../../../src/cli/main.ts'

class Exit extends Error {}

type Running = { stdout: string; stderr: string; code: number | null }

const running = new AsyncLocalStorage<Running>()

/** What a command writes is kept; what the test runner writes meanwhile goes where it should. */
const listenTo = (name: 'stdout' | 'stderr'): void => {
  const stream = process[name]
  const write = stream.write.bind(stream) as (...given: unknown[]) => boolean
  const heard = (...given: unknown[]): boolean => {
    const command = running.getStore()
    if (command === undefined) return write(...given)
    if (command.code === null) command[name] += String(given[0])
    return true
  }
  Object.assign(stream, { write: heard })
}

let isListening = false

/**
 * Runs a command of the program in this process, as `bin/longview.js` would: for help and misuse, which come before
 * anything is opened. A process for each costs half a second.
 */
export const commandInProcess = async (args: readonly string[]): Promise<Ended> => {
  if (!isListening) for (const name of ['stdout', 'stderr'] as const) listenTo(name)
  isListening = true
  const command: Running = { stdout: '', stderr: '', code: null }
  const exit = Reflect.get(process, 'exit')
  const { exitCode } = process
  process.exit = (given) => {
    command.code ??= Number(given ?? 0)
    throw new Exit()
  }
  try {
    await running.run(command, () => run([process.execPath, 'longview', ...args]))
    return { ...command, code: command.code ?? Number(process.exitCode ?? 0) }
  } finally {
    Object.assign(process, { exit, exitCode })
    process.stdout.removeAllListeners('error')
  }
}
