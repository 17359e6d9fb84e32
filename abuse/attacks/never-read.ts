import { wordAt } from '../../bench/generate-papers.ts'
import type { Attack } from '../attack.ts'
import { get, persist, persistEach } from '../connection.ts'

const CONNECTIONS = 60
const REQUESTS = 30

const neverReading = (name: string, summary: string, path: (number: number) => string): Attack => ({
  name,
  summary,
  run: async (target) => {
    const counts = {}
    let number = 0
    await persistEach(CONNECTIONS, () =>
      persist(target, counts, (socket) => {
        socket.pause()
        socket.write(Array.from({ length: REQUESTS }, () => get(path((number += 1)))).join(''))
      }),
    )
    return counts
  },
})

export const neverRead = neverReading(
  'never-read',
  '60 connections with 30 requests each, whose responses are never read',
  (number) => `/api/papers?limit=500&${number}`,
)

export const neverReadSearches = neverReading(
  'never-read-searches',
  'the same with searches, each of which has a response of its own',
  (number) => `/api/papers?limit=500&q=-${wordAt(number)}`,
)
