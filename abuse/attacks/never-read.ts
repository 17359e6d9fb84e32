import { wordAt } from '../../bench/generate-papers.ts'
import type { Attack } from '../attack.ts'
import { get, persist, persistEach } from '../connection.ts'

type Unread = Pick<Attack, 'name' | 'summary'> & {
  connections: number
  /** How many requests each of them sends at once. */
  requests: number
  /** The path of the request with this number; numbers start at 1 and run across all connections. */
  path: (number: number) => string
}

/** Connections that send all their requests at once and never read a response. */
const neverReading = ({ name, summary, connections, requests, path }: Unread): Attack => ({
  name,
  summary,
  run: async (target) => {
    const counts = {}
    let number = 0
    await persistEach(connections, () =>
      persist(target, counts, (socket) => {
        socket.pause()
        socket.write(Array.from({ length: requests }, () => get(path((number += 1)))).join(''))
      }),
    )
    return counts
  },
})

/** A different address for each request, all for one list. */
const longList = (number: number): string => `/api/papers?limit=500&${number}`

export const pipelinedRequests = neverReading({
  name: 'pipelined-requests',
  summary: '1,000 pipelined requests with addresses of their own on one connection, never read',
  connections: 1,
  requests: 1_000,
  path: longList,
})

export const neverRead = neverReading({
  name: 'never-read',
  summary: '60 connections with 30 requests each, whose responses are never read',
  connections: 60,
  requests: 30,
  path: longList,
})

export const neverReadSearches = neverReading({
  name: 'never-read-searches',
  summary: 'the same with searches, each of which has a response of its own',
  connections: 60,
  requests: 30,
  path: (number) => `/api/papers?limit=500&q=-${wordAt(number)}`,
})

export const pipelinedCached = neverReading({
  name: 'pipelined-cached',
  summary: '2,000 connections with 16 pipelined requests each for one cached response, never read',
  connections: 2_000,
  requests: 16,
  path: () => '/api/papers?limit=50',
})
