import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { childEnvironment, EXECUTABLE, launch, type Ended } from './launch.ts'

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
  stop(): Promise<number | null>
}

const endOf = async (child: ChildProcess): Promise<number | null> => {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const [code] = (await once(child, 'exit')) as [number | null]
  return code
}

/**
 * Starts the real server on a free port; resolves once it prints where it listens.
 * @param watch is told of the process at once, so that one that never answers can be ended too
 */
export const serve = async (
  environment: Environment,
  args: readonly string[] = [],
  watch: (child: ChildProcess) => void = () => {},
): Promise<Serving> => {
  const child = spawn(process.execPath, [EXECUTABLE, 'serve', ...args], {
    env: childEnvironment({ PORT: '0', ...environment }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  watch(child)
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const closed = once(child, 'close')
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
    child.once('exit', (code) => reject(new Error(`ended with ${code} before listening:\n${stderr}`)))
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
    stop: () => {
      child.kill('SIGTERM')
      return endOf(child)
    },
  }
}
