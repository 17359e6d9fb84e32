import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'

const ROOT = resolve(import.meta.dirname, '..')
const { scripts } = JSON.parse(readFileSync(resolve(ROOT, 'package.json'), 'utf8')) as { scripts: { start: string } }
/** The Node arguments of `npm start`, so that the benchmark measures what operators run. */
export const SERVE = scripts.start.split(' ').slice(1)
const TICKS_PER_SECOND = 100

export type Started = { port: number; child: ChildProcess; startedMs: number; stop(): Promise<void> }

/** Starts a program that prints where it listens, and waits for that. */
export const start = async (
  args: readonly string[],
  environment: Record<string, string> = {},
  errors: 'inherit' | 'ignore' = 'inherit',
): Promise<Started> => {
  const begun = performance.now()
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...environment },
    stdio: ['ignore', 'pipe', errors],
  })
  const lines = createInterface(child.stdout)
  const port = await new Promise<number>((resolvePort, reject) => {
    child.once('exit', (code) => reject(new Error(`${args.join(' ')} ended with ${code}`)))
    lines.on('line', (line) => {
      const found = /^listening on http:\S+:(?<port>\d+)$/u.exec(line)?.groups?.port
      if (found !== undefined) resolvePort(Number(found))
    })
  })
  child.removeAllListeners('exit')
  return {
    port,
    child,
    startedMs: performance.now() - begun,
    stop: async () => {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

/** The environment of a server with this database, on a free port. */
export const environmentOf = (database: string): Record<string, string> => ({
  DATABASE_URL: `sqlite:${database}`,
  PORT: '0',
  STARTER_CORPUS: 'off',
  LOG_LEVEL: 'info',
})

/** The real server on a free port. @param errors whether its log is shown or discarded */
export const startLongview = (
  database: string,
  args: readonly string[] = [],
  errors: 'inherit' | 'ignore' = 'inherit',
): Promise<Started> => start([...SERVE, ...args], environmentOf(database), errors)

/** A bare node:http server that sends the same bytes and headers to every request, in one encoding, with the same flags. */
export const startBare = (url: string, encoding: string): Promise<Started> =>
  start([...SERVE.filter((argument) => argument.startsWith('--')), 'bench/bare-server.ts', url, encoding])

/** The result of a load; `cpuMicroseconds` is the processor time of the generator itself. */
export type Load = {
  perSecond: number
  answered: number
  p50: number
  p99: number
  failed: number
  cpuMicroseconds: number
}

/** Drives a server for some seconds from a separate process. */
export const drive = async (
  port: number,
  paths: readonly string[],
  { seconds, connections = 32, headers = '' }: { seconds: number; connections?: number; headers?: string },
): Promise<Load> => {
  const requests = paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}\r\n`)
  const child = spawn(process.execPath, ['bench/load.ts'], { cwd: ROOT, stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(JSON.stringify({ port, requests, connections, seconds }))
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  await once(child, 'close')
  return JSON.parse(output) as Load
}

type Running = { child: Pick<ChildProcess, 'pid'> }

const procOf = ({ child }: Running, file: string): string => readFileSync(`/proc/${child.pid}/${file}`, 'utf8')

/** Processor time a process has used, in microseconds; null where the system does not report it. */
export const cpuMicroseconds = (started: Started): number | null => {
  try {
    const fields = procOf(started, 'stat').split(') ')[1]?.split(' ') ?? []
    return ((Number(fields[11]) + Number(fields[12])) * 1e6) / TICKS_PER_SECOND
  } catch {
    return null
  }
}

const MEMORY_FIELDS = {
  now: /VmRSS:\s+(\d+) kB/u,
  highest: /VmHWM:\s+(\d+) kB/u,
  /** Without file-backed pages, such as the Node binary, which its processes share. */
  own: /RssAnon:\s+(\d+) kB/u,
}

/** Resident memory in MB: now, at its peak, or the private part now; null where the system does not report it. */
export const residentMegabytes = (started: Running, at: keyof typeof MEMORY_FIELDS = 'now'): number | null => {
  try {
    return Number(MEMORY_FIELDS[at].exec(procOf(started, 'status'))?.[1]) / 1_024
  } catch {
    return null
  }
}
