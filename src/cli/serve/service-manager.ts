import { spawn } from 'node:child_process'
import type { Log } from '#ports/runtime.ts'

/** Reports to systemd (`Type=notify`); does nothing under another service manager or none. */
export type ServiceManager = {
  /** The server listens. */
  ready(status: string): void
  /** The server finishes the requests under way. */
  stopping(status: string): void
}

/** systemd asks for a sign of life within this time; half of it leaves room for a busy machine (sd_watchdog_enabled(3)). */
const watchdogMs = ({ WATCHDOG_USEC = '', WATCHDOG_PID = '' }: NodeJS.ProcessEnv, pid: number): number | null => {
  const isOurs = WATCHDOG_PID === '' || Number(WATCHDOG_PID) === pid
  return isOurs && /^[1-9]\d{3,15}$/u.test(WATCHDOG_USEC) ? Number(WATCHDOG_USEC) / 1_000 / 2 : null
}

/**
 * Node has no datagram sockets of Unix, so `systemd-notify` sends the messages (sd_notify(3)); the unit has to allow it
 * (`NotifyAccess=all`).
 */
export const openServiceManager = (environment: NodeJS.ProcessEnv, log: Log): ServiceManager => {
  const { NOTIFY_SOCKET: socket = '', PATH } = environment
  if (socket === '') return { ready: () => {}, stopping: () => {} }
  const failed = (details: Record<string, unknown>): void =>
    log.warn(details, 'systemd-notify could not report to systemd: install it, and set NotifyAccess=all in the unit')
  const send = (...messages: string[]): void => {
    spawn('systemd-notify', ['--', ...messages], { env: { PATH, NOTIFY_SOCKET: socket }, stdio: 'ignore' })
      .once('error', (error) => failed({ err: error }))
      .once('exit', (code) => {
        if (code !== 0) failed({ code })
      })
      .unref()
  }
  return {
    ready: (status) => {
      send('READY=1', `STATUS=${status}`)
      const everyMs = watchdogMs(environment, process.pid)
      if (everyMs !== null) setInterval(() => send('WATCHDOG=1'), everyMs).unref()
    },
    stopping: (status) => send('STOPPING=1', `STATUS=${status}`),
  }
}
