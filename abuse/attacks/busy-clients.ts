import { wordAt } from '../../bench/generate-papers.ts'
import type { Attack, Counts, Target } from '../attack.ts'
import { count, get, persist, persistEach } from '../connection.ts'

const CLIENTS = 64
const HEAD_END = '\r\n\r\n'

/** Sends the next request as soon as the last response is complete. */
const askOnAndOn = (target: Target, counts: Counts, next: () => string): Promise<void> =>
  persist(target, counts, (socket) => {
    let held = ''
    let missing = 0
    const take = (text: string): void => {
      held = ''
      missing -= text.length
      if (missing <= 0) socket.write(get(next()))
    }
    socket.setEncoding('latin1').on('data', (text: string) => {
      if (missing > 0) {
        take(text)
        return
      }
      held += text
      const headEnd = held.indexOf(HEAD_END)
      if (headEnd === -1) return
      count(counts, /^HTTP\/1\.1 (?<status>\d+)/u.exec(held)?.groups?.status ?? 'no status')
      missing = Number(/\r\ncontent-length: (?<length>\d+)/iu.exec(held)?.groups?.length ?? 0)
      take(held.slice(headEnd + HEAD_END.length))
    })
    socket.write(get(next()))
  })

const busy = (name: string, summary: string, path: (number: number) => string): Attack => ({
  name,
  summary,
  run: async (target) => {
    const counts = {}
    let number = 0
    await persistEach(CLIENTS, () => askOnAndOn(target, counts, () => path((number += 1))))
    return counts
  },
})

export const busyClients = busy(
  'busy-clients',
  '64 clients that keep their connections and ask for one long list after another',
  (number) => `/api/papers?limit=500&${number}`,
)

export const busySearches = busy(
  'busy-searches',
  'the same with searches, none of which was asked before',
  (number) => `/api/papers?limit=500&q=-${wordAt(number)}`,
)
