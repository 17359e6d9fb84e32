import type { Attack } from '../attack.ts'
import { get, persist } from '../connection.ts'

const REQUESTS = 1_000

export const pipelinedRequests: Attack = {
  name: 'pipelined-requests',
  summary: '1,000 pipelined requests with addresses of their own on one connection, never read',
  run: async (target) => {
    const counts = {}
    let number = 0
    await persist(target, counts, (socket) => {
      const requests = Array.from({ length: REQUESTS }, () => get(`/api/papers?limit=500&${(number += 1)}`))
      socket.pause()
      socket.write(requests.join(''))
    })
    return counts
  },
}
