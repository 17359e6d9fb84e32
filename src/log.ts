import { destination, pino, stdTimeFunctions } from 'pino'
import { terminalSafe } from './core/text/terminal-safe.ts'
import type { Log } from './ports/log.ts'
import type { LogLevel } from './config.ts'

const BUFFER_BYTES = 8_192
const FLUSH_EVERY_MS = 250

const openStandardError = (): ReturnType<typeof destination> => {
  const output = destination({ dest: 2, sync: false, minLength: BUFFER_BYTES })
  const flush = (): void => {
    try {
      output.flushSync()
    } catch {
      // Nothing to flush to yet, or nobody reads any more: a log must not end the process.
    }
  }
  setInterval(flush, FLUSH_EVERY_MS).unref()
  process.on('exit', flush)
  return output
}

let standardError: ReturnType<typeof destination> | null = null

/**
 * The log on standard error, one JSON object a line. Lines are written in blocks, at the latest after a quarter of a
 * second and when the process ends: a system call for each would cost more than answering. All logs of a process share
 * the blocks, so that their lines stay in order.
 */
export const openLog = (level: LogLevel): Log => {
  standardError ??= openStandardError()
  const hooks = { streamWrite: terminalSafe }
  return pino({ level, base: null, timestamp: stdTimeFunctions.isoTime, hooks }, standardError)
}
