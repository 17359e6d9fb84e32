import type { Ended } from './longview-process.ts'
import { run } from '../../src/cli/main.ts'

class Exit extends Error {}

/** The text of what is written to a stream of this process, which goes nowhere else meanwhile. */
const capture = (stream: NodeJS.WriteStream, isOver: () => boolean): { text(): string; release(): void } => {
  const write = Reflect.get(stream, 'write')
  let text = ''
  stream.write = (chunk: string | Uint8Array) => {
    if (!isOver()) text += String(chunk)
    return true
  }
  return {
    text: () => text,
    release: () => {
      stream.write = write
    },
  }
}

/**
 * Runs a command of the program in this process, as `bin/longview.js` would: for help and misuse, which come before
 * anything is opened. A process for each would cost half a second.
 */
export const commandInProcess = async (args: readonly string[]): Promise<Ended> => {
  const exit = Reflect.get(process, 'exit')
  const { exitCode } = process
  let code: number | null = null
  const isOver = (): boolean => code !== null
  const [stdout, stderr] = [capture(process.stdout, isOver), capture(process.stderr, isOver)]
  process.exit = (given) => {
    code ??= Number(given ?? 0)
    throw new Exit()
  }
  try {
    await run([process.execPath, 'longview', ...args])
    return { code: code ?? Number(process.exitCode ?? 0), stdout: stdout.text(), stderr: stderr.text() }
  } finally {
    Object.assign(process, { exit, exitCode })
    stdout.release()
    stderr.release()
    process.stdout.removeAllListeners('error')
  }
}
