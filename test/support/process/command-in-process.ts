import { AsyncLocalStorage } from 'node:async_hooks'
import type { Ended } from './launch.ts'
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
let previous: Promise<unknown> = Promise.resolve()

const setEnvironment = (to: NodeJS.ProcessEnv): void => {
  for (const name of Object.keys(process.env)) if (!(name in to)) delete process.env[name]
  Object.assign(process.env, to)
}

/** A command reads the environment of the process: it is the given one until the returned function is called. */
const useEnvironment = (given: Record<string, string>): (() => void) => {
  const saved = { ...process.env }
  const { PATH = '', HOME = '' } = saved
  setEnvironment({ PATH, HOME, ...given })
  return () => setEnvironment(saved)
}

const SIGNALS = ['SIGTERM', 'SIGINT'] as const

/** Takes back what a command has asked to be told of and no longer waits for, when the returned function is called. */
const watchSignals = (): (() => void) => {
  const before = SIGNALS.map((signal) => new Set(process.listeners(signal)))
  return () => {
    for (const [index, signal] of SIGNALS.entries())
      for (const listener of process.listeners(signal))
        if (before[index]?.has(listener) === false) process.off(signal, listener)
  }
}

const runAlone = async (args: readonly string[], environment: Record<string, string>): Promise<Ended> => {
  if (!isListening) for (const name of ['stdout', 'stderr'] as const) listenTo(name)
  isListening = true
  const command: Running = { stdout: '', stderr: '', code: null }
  const exit = Reflect.get(process, 'exit')
  const { exitCode } = process
  const restoreEnvironment = useEnvironment(environment)
  const forgetSignals = watchSignals()
  const endCommand = (given?: string | number | null): never => {
    command.code ??= Number(given ?? 0)
    throw new Exit()
  }
  Object.assign(process, { exit: endCommand, exitCode: undefined })
  try {
    await running.run(command, () => run([process.execPath, 'longview', ...args]))
    return { ...command, code: command.code ?? Number(process.exitCode ?? 0) }
  } finally {
    restoreEnvironment()
    forgetSignals()
    Object.assign(process, { exit, exitCode })
    process.stdout.removeAllListeners('error')
  }
}

/**
 * Runs a command of the program in this process, as `bin/longview.js` would; commands that are started together take
 * turns. A process for each costs half a second of loading. Use one where the process is the subject: signals, standard
 * input, a server, two at once.
 */
export const commandInProcess = (args: readonly string[], environment: Record<string, string> = {}): Promise<Ended> => {
  const ended = previous.then(() => runAlone(args, environment))
  previous = ended.catch(() => {})
  return ended
}
