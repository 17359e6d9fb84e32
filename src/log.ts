import { destination, pino, stdTimeFunctions } from 'pino'
import { terminalSafe } from '#core/text/normalize-text.ts'
import type { Log } from '#ports/runtime.ts'
import { traceFacts } from '#tracing/current-trace.ts'
import type { LogLevel } from './config.ts'

const BUFFER_BYTES = 8_192
const FLUSH_EVERY_MS = 250
/** Limit on lines that cannot be written; further ones are dropped. */
const MAX_BUFFERED_BYTES = 1_048_576

/**
 * A closed pipe must neither end nor block the process. `flushSync` of the destination would retry for ever; in synchronous
 * mode `flush` has written when it returns, or emits an error.
 */
const openStandardError = (): ReturnType<typeof destination> => {
  const output = destination({ dest: 2, sync: true, minLength: BUFFER_BYTES, maxLength: MAX_BUFFERED_BYTES })
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
 * The log on standard error, one JSON object per line. Lines are written in blocks, at the latest after a quarter of a second
 * or when the process ends: a system call for each line would cost more than answering a request. All logs of a process share
 * the blocks, so that their lines stay in order.
 */
export const openLog = (level: LogLevel): Log => {
  standardError ??= openStandardError()
  const hooks = { streamWrite: terminalSafe }
  return pino({ level, base: null, mixin: traceFacts, timestamp: stdTimeFunctions.isoTime, hooks }, standardError)
}
