import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import assert from 'node:assert/strict'
import { childEnvironment } from './longview-process.ts'

/** Whether strace is installed and may watch a process of ours. */
export const canTrace = (): boolean => {
  const { status } = spawnSync('strace', ['-e', 'trace=none', process.execPath, '--version'], {
    env: childEnvironment({}),
  })
  return status === 0
}

export type Trace = {
  /** What it has said so far: a line for each call. */
  lines: readonly string[]
  /** Lets go of the process, which goes on. */
  stop(): Promise<void>
}

/** Watches the system calls of a process that runs, or makes them fail. Resolves once it does. */
export const trace = async (pid: number, args: readonly string[]): Promise<Trace> => {
  const child = spawn('strace', ['-f', ...args, '-p', String(pid)], {
    env: childEnvironment({}),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const lines: string[] = []
  const attached = Promise.withResolvers<void>()
  createInterface(child.stderr).on('line', (line) => {
    lines.push(line)
    if (line.startsWith(`strace: Process ${pid} attached`)) attached.resolve()
  })
  const closed = once(child, 'close').then(() => attached.reject(new Error(`strace ended: ${lines.join('\n')}`)))
  await attached.promise
  return {
    lines,
    stop: async () => {
      assert.ok(child.kill('SIGINT'), lines.join('\n'))
      await closed
    },
  }
}
