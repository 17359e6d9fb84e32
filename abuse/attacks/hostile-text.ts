import type { Attack, Counts, Target } from '../attack.ts'
import { count, persistEach } from '../connection.ts'

const CLIENTS = 4

type Request = { method: string; path: string; body?: unknown; headers?: Record<string, string> }

const send = async (
  { host, port, key, until }: Target,
  { method, path, body, headers = {} }: Request,
): Promise<number> => {
  const response = await fetch(`http://${host}:${port}${path}`, {
    method,
    headers: { 'x-api-key': key, 'content-type': 'application/json', 'if-match': '*', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: until,
  })
  await response.arrayBuffer()
  return response.status
}

/** Sends one request after another from several clients at a time. */
export const sendOnAndOn = (
  name: string,
  summary: string,
  requestAt: (number: number, target: Target) => Request | Promise<Request>,
): Attack => ({
  name,
  summary,
  run: async (target) => {
    const counts: Counts = {}
    let number = 0
    await persistEach(CLIENTS, async () => {
      while (!target.until.aborted) {
        number += 1
        await send(target, await requestAt(number, target)).then(
          (status) => count(counts, String(status)),
          () => count(counts, 'failed'),
        )
      }
    })
    return counts
  },
})

const EXPLODING = ['> - ', '>', 'a\n=\n', '*a_ ', '*a**', 'a<![CDATA[', '> a\nb\n\n', '- > a\n']
const INTRODUCTION_LENGTH = 20_000

/** Rewrites the introduction of a chapter, then reads its page. */
export const explodingMarkdown = sendOnAndOn(
  'exploding-markdown',
  'chapters whose Markdown takes a renderer minutes, written and read in turns',
  (number) => {
    const chapter = (number % 7) + 1
    if (number % 2 === 0) return { method: 'GET', path: `/chapters/${chapter}` }
    const piece = EXPLODING[number % EXPLODING.length] ?? ''
    const introduction = `${number} ${piece.repeat(INTRODUCTION_LENGTH / piece.length)}`.slice(0, INTRODUCTION_LENGTH)
    return { method: 'PUT', path: `/api/editorial/chapters/${chapter}`, body: { name: 'A chapter', introduction } }
  },
)

const ALMOST_1_MIB = 1_040_000

/** Every paper is another one: only a limit on what waits keeps the disk from filling. */
export const largeSubmissions = sendOnAndOn(
  'large-submissions',
  'papers of almost 1 MiB each, as many as one key may send',
  (number) => {
    const fullText = `${number} `.repeat(ALMOST_1_MIB / `${number} `.length)
    const body = { id: `p${700_000 + number}`, title: `Large ${number}`, authors: ['A'], year: 2026, fullText }
    return { method: 'POST', path: '/api/papers', body }
  },
)

const MARKS = '\u0301\u0323'

export const combiningMarks = sendOnAndOn(
  'combining-marks',
  'dry runs and messages of long runs of combining marks, which to normalize takes half a minute',
  (number) => {
    if (number % 2 === 0)
      return {
        method: 'POST',
        path: '/api/contact',
        body: { name: 'A', email: 'a@example.org', message: MARKS.repeat(5_000) },
      }
    const fullText = `a${MARKS.repeat(100_000)}`
    const body = { id: 'p999999', title: 'Marks', authors: ['A'], year: 2026, fullText }
    return { method: 'POST', path: '/api/papers?dryRun=true', body }
  },
)
