import { gzipSync } from 'node:zlib'
import { setTimeout as pause } from 'node:timers/promises'
import type { Attack, Counts, Target } from '../attack.ts'
import { count, persist, persistEach } from '../connection.ts'

const CLIENTS = 4
/** A little less than the limit of an import. */
const BYTES = 10_000_000
const UNPACKED_BYTES = 190_000_000

type Import = { type: string; body: Uint8Array }

const text = (content: string): Uint8Array => Buffer.from(content)
const filled = (beginning: string, piece: string): Uint8Array =>
  Buffer.from(beginning + piece.repeat((BYTES - beginning.length) / piece.length))

/** The most expensive input for readers of records: endless records, nesting, runs of marks, and decompression bombs. */
const hostileBodies = (): Import[] => [
  { type: 'application/x-bibtex', body: filled('@misc{a, title = {', '{\\"{o} ') },
  { type: 'application/x-bibtex', body: filled("@misc{a, title = {\\'e ", '\u0301\u0323') },
  { type: 'application/xml', body: filled('<feed>', '<entry>') },
  { type: 'application/json', body: filled('', '[') },
  { type: 'application/json', body: filled('[', '{"DOI":"10.1000/a","title":["b"]},') },
  { type: 'text/csv', body: filled('title,authors,year\n', '"a","b",2024\n') },
  { type: 'application/x-research-info-systems', body: filled('TY  - JOUR\n', 'AU  - A\n') },
  { type: 'application/gzip', body: gzipSync(Buffer.alloc(UNPACKED_BYTES, 'TY  - JOUR\nTI  - a\n')) },
]

const LETTERS = 'abcdefghijklmnopqrstu'

/** What stands for much more than is sent: abbreviations that double each other, members, items and digits without end. */
const explodingBodies = (): Import[] => {
  const doubled = Array.from(LETTERS.slice(1), (name, index) => `@string{${name}=${LETTERS[index]}#${LETTERS[index]}}`)
  const members = Array.from({ length: 800_000 }, (_, index) => `,"${index.toString(36)}x":1`)
  return [
    { type: 'application/x-bibtex', body: text(`@string{a="${'x'.repeat(200)}"}${doubled.join('')}@misc{k,title=u}`) },
    { type: 'application/json', body: text(`{"title":"a","author":[{"family":"b"}]${members.join('')}}`) },
    { type: 'application/json', body: text(`[{"DOI":"10.1000/a","x":[${'1,'.repeat(4_900_000)}1]}]`) },
    { type: 'application/gzip', body: gzipSync(`[{"DOI":"10.1000/a","x":${'9'.repeat(180_000_000)}}]`) },
    { type: 'application/xml', body: filled('<feed><entry>', '<a/>') },
  ]
}

/** What takes a reader time that grows faster than the text: spaces before the key of an entry, abbreviations, unclosed entries. */
const slowBodies = (): Import[] => {
  const strings = Array.from({ length: 100_000 }, (_, index) => `@string{s${index}="v"}\n`)
  return [
    { type: 'application/x-bibtex', body: text(`${strings.join('')}@misc{k,title=s1}`) },
    { type: 'application/x-bibtex', body: text(`@misc{a,title={${`\n@a{${' '.repeat(60_000)}`.repeat(30)}`) },
    { type: 'application/x-bibtex', body: filled('', '\n@a{b,{') },
    { type: 'text/csv', body: text(`title,authors,year${',a'.repeat(400_000)}\n${'1,\n'.repeat(3_000_000)}`) },
  ]
}

/** Clients that send one import after another. All have one key, so that most are refused while one is read. */
const sendAgainAndAgain =
  (makeBodies: () => Import[]) =>
  async ({ host, port, key, until }: Target): Promise<Counts> => {
    const counts: Counts = {}
    const bodies = makeBodies()
    let number = 0
    const send = async ({ type, body }: Import): Promise<number> => {
      const response = await fetch(`http://${host}:${port}/api/editorial/imports?dryRun=true`, {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': type },
        body: new Uint8Array(body),
        signal: until,
      })
      await response.arrayBuffer()
      return response.status
    }
    await persistEach(CLIENTS, async () => {
      while (!until.aborted) {
        number += 1
        const next = bodies[number % bodies.length]
        if (next === undefined) return
        await send(next).then(
          (status) => count(counts, String(status)),
          () => count(counts, 'failed'),
        )
      }
    })
    return counts
  }

export const hostileImports: Attack = {
  name: 'hostile-imports',
  summary: 'imports of 10 MB that never end, nest without end, or unpack to 190 MB',
  run: sendAgainAndAgain(hostileBodies),
}

export const explodingImports: Attack = {
  name: 'exploding-imports',
  summary: 'imports of a kilobyte to 10 MB that stand for more than fits in memory',
  run: sendAgainAndAgain(explodingBodies),
}

export const slowImports: Attack = {
  name: 'slow-imports',
  summary: 'imports that take their reader more time than their length says',
  run: sendAgainAndAgain(slowBodies),
}

const TRICKLE_MS = 1_000

/** Sends a byte of an import a second, and an import of another client once in a while: `taken` counts those that came through. */
export const trickledImports: Attack = {
  name: 'trickled-imports',
  summary: 'an import that arrives a byte a second, and others beside it',
  run: async (target) => {
    const counts: Counts = {}
    const head = `POST /api/editorial/imports?dryRun=true HTTP/1.1\r\nHost: 127.0.0.1\r\nX-API-Key: ${target.key}\r\nContent-Type: text/csv\r\nContent-Length: ${BYTES}\r\n\r\n`
    const trickling = persist(target, counts, (socket) => {
      socket.write(head)
      const timer = setInterval(() => socket.write('a'), TRICKLE_MS)
      socket.once('close', () => clearInterval(timer)).resume()
    })
    const sendOther = async (): Promise<void> => {
      while (!target.until.aborted) {
        const response = await fetch(`http://${target.host}:${target.port}/api/editorial/imports?dryRun=true`, {
          method: 'POST',
          headers: { 'x-api-key': target.otherKey, 'content-type': 'application/x-bibtex' },
          body: '@misc{a, title = {A title of a work}, author = {Example, Ada}, year = 2024}',
          signal: target.until,
        }).catch(() => null)
        await response?.arrayBuffer()
        count(counts, response?.status === 200 ? 'taken' : String(response?.status ?? 'failed'))
        await pause(TRICKLE_MS)
      }
    }
    await Promise.all([trickling, sendOther()])
    return counts
  },
}
