import type { Log } from '#ports/log.ts'
import type { LogLine } from './test-service.ts'

/** Keeps what is logged. */
export const recordingLog = (logged: LogLine[]): Log => {
  const write =
    (level: string) =>
    (facts: Record<string, unknown>, message: string): void => {
      logged.push({ level, facts, message })
    }
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') }
}
