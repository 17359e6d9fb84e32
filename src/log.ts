import { destination, pino, stdTimeFunctions } from 'pino'
import { terminalSafe } from './core/text/terminal-safe.ts'
import type { Log } from './ports/log.ts'
import type { LogLevel } from './config.ts'

const BUFFER_BYTES = 8_192
const FLUSH_EVERY_MS = 250
/** Of lines that cannot be written; further ones are dropped. */
const MOST_KEPT_BYTES = 1_048_576

/**
 * Nobody may read any more, as when a pipe was closed: a log must neither end the process nor hold it. `flushSync` of the
 * destination tries for ever then; in its synchronous mode `flush` has written when it returns, or tells of an error.
 */
const openStandardError = (): ReturnType<typeof destination> => {
  const output = destination({ dest: 2, sync: true, minLength: BUFFER_BYTES, maxLength: MOST_KEPT_BYTES })
  let isRead = true
  output.on('error', () => {
    isRead = false
  })
  const flush = (): void => {
    if (isRead) output.flush()
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
