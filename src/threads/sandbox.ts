import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { HEAP_EXHAUSTED, ThreadFault, type ThreadFaultCode } from './messages.ts'
import { requestsTo, type Started, type Thread } from './thread.ts'

export type MemoryBounds = {
  /** Resident memory, where the system reports it. */
  residentBytes: number
  /** The JavaScript heap, on every system. */
  heapMegabytes: number
}

export type SandboxBounds = MemoryBounds & { milliseconds: number; outputBytes: number }

type SandboxOrder = {
  /** A module that reads `input` from standard input and writes its result as JSON. */
  entry: URL
  args: readonly string[]
  input: Uint8Array
  bounds: SandboxBounds
}

const MEMORY_CHECK_MS = 50
const PAGE_BYTES = 4_096
/** What one request leaves is collected late: beyond this share of its memory a process has no room for a large one. */
const SPENT_SHARE = 0.6

const CODE = new URL('../', import.meta.url)
const MANIFEST = new URL('../../package.json', import.meta.url)

/** Where packages are installed; the folder may be a link. Built code includes its packages. */
const packageFolders = async (entry: URL): Promise<string[]> => {
  if (extname(entry.pathname) !== '.ts') return []
  const folder = fileURLToPath(new URL('node_modules', MANIFEST))
  return [folder, await realpath(folder)]
}

/** The process may only read the program and its packages: it cannot write, start processes or use the network. */
const permissions = async (entry: URL): Promise<string[]> => {
  const readable = [fileURLToPath(CODE), fileURLToPath(MANIFEST), ...(await packageFolders(entry))]
  return ['--permission', ...readable.map((path) => `--allow-fs-read=${path}`)]
}

/** Null if the system does not report it. */
const residentBytes = (pid: number): number | null => {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * PAGE_BYTES
  } catch {
    return null
  }
}

type StartOrder = { entry: URL; args?: readonly string[]; heapMegabytes: number; stdio: StdioOptions }

/** Starts a process without permissions and environment. */
const startSandboxed = async ({ entry, args = [], heapMegabytes, stdio }: StartOrder): Promise<ChildProcess> => {
  const flags = [
    ...(await permissions(entry)),
    `--max-old-space-size=${heapMegabytes}`,
    '--max-semi-space-size=8',
    '--disallow-code-generation-from-strings',
    '--no-warnings',
  ]
  return spawn(process.execPath, [...flags, fileURLToPath(entry), ...args], {
    env: {},
    stdio,
    serialization: 'advanced',
  })
}

/** Calls `exceeded` while the process has more resident memory than allowed. */
const watchMemory = ({ pid = 0 }: ChildProcess, mostBytes: number, exceeded: () => void): NodeJS.Timeout => {
  return setInterval(() => {
    const resident = residentBytes(pid)
    if (resident !== null && resident > mostBytes) exceeded()
  }, MEMORY_CHECK_MS)
}

type OpenOrder = {
  /** A module that calls `answer` or `answerInParts` with the same types. The bundler finds it by this URL, so write it out. */
  entry: URL
  bounds: MemoryBounds
  idleMs: number
}

/**
 * A process without permissions and environment that answers requests, and is killed when it needs more memory than allowed, or
 * when an answer leaves it with little room. The next request starts another one.
 */
export const openSandbox = <Input, Part>({ entry, bounds, idleMs }: OpenOrder): Thread<Input, Part> =>
  requestsTo<Input, Part>(async (): Promise<Started<Input>> => {
    const { heapMegabytes, residentBytes: most } = bounds
    const child = await startSandboxed({ entry, heapMegabytes, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
    let watch: NodeJS.Timeout | undefined
    return {
      emitter: child,
      // When the process has ended, its `exit` says so.
      post: (message) => void child.send(message, () => {}),
      ref: () => {
        child.ref()
        child.channel?.ref()
        watch = watchMemory(child, most, () => child.kill('SIGKILL'))
      },
      unref: () => {
        clearInterval(watch)
        child.unref()
        child.channel?.unref()
      },
      end: async () => {
        child.ref()
        if (child.kill('SIGKILL')) await once(child, 'exit')
      },
      isSpent: () => (residentBytes(child.pid ?? 0) ?? 0) > most * SPENT_SHARE,
    }
  }, idleMs)

/**
 * Reads untrusted bytes in a separate process without permissions and environment, which is killed at any limit. Throws a
 * `ThreadFault` at a limit, and an error if the process fails.
 */
export const runInSandbox = async <Answer>({ entry, args, input, bounds }: SandboxOrder): Promise<Answer> => {
  const { heapMegabytes } = bounds
  const child = await startSandboxed({ entry, args, heapMegabytes, stdio: ['pipe', 'pipe', 'ignore'] })
  let fault: ThreadFaultCode | null = null
  const giveUp = (why: ThreadFaultCode): void => {
    fault ??= why
    child.kill('SIGKILL')
  }
  const deadline = setTimeout(() => giveUp('too_slow'), bounds.milliseconds)
  const watch = watchMemory(child, bounds.residentBytes, () => giveUp('too_much_memory'))
  try {
    const output: Buffer[] = []
    let length = 0
    child.stdout?.on('data', (piece: Buffer) => {
      length += piece.byteLength
      if (length > bounds.outputBytes) giveUp('too_much_output')
      else output.push(piece)
    })
    // A process that ends early leaves its input unread.
    child.stdin?.on('error', () => {})
    child.stdin?.end(input)
    const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
    if (fault !== null) throw new ThreadFault(fault)
    // A signal that we did not send means that the system ran out of memory.
    if (signal !== null || code === HEAP_EXHAUSTED) throw new ThreadFault('too_much_memory')
    if (code !== 0) throw new Error(`${entry.pathname} ended with ${code}.`)
    return JSON.parse(Buffer.concat(output).toString('utf8')) as Answer
  } finally {
    clearTimeout(deadline)
    clearInterval(watch)
    child.kill('SIGKILL')
  }
}
