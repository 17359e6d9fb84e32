import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Counts, Target } from './attack.ts'

const REOPEN_AFTER_MS = 50

/** Adds one to a count. */
export const count = (counts: Counts, name: string): void => {
  counts[name] = (counts[name] ?? 0) + 1
}

export const get = (path: string, headers = ''): string => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}\r\n`

/** One connection that is reopened whenever the server closes it, until the attack is over. */
export const persist = async (
  { host, port, until }: Target,
  counts: Counts,
  begin: (socket: Socket) => void,
): Promise<void> => {
  while (!until.aborted) {
    const socket = connect({ host, port, noDelay: true })
    socket.on('error', () => count(counts, 'resets'))
    socket.once('connect', () => {
      count(counts, 'connections')
      begin(socket)
    })
    const end = (): void => {
      socket.destroy()
    }
    until.addEventListener('abort', end, { once: true })
    await new Promise((resolve) => socket.once('close', resolve))
    until.removeEventListener('abort', end)
    if (!until.aborted) await pause(REOPEN_AFTER_MS)
  }
}

/** Many of them at a time. */
export const persistEach = async (connections: number, open: (index: number) => Promise<void>): Promise<void> => {
  await Promise.all(Array.from({ length: connections }, (_, index) => open(index)))
}
