import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { Hono } from 'hono'
import { Failure } from '#core/failure.ts'
import { readFormFiles } from './multipart-form.ts'

const LIMIT = 1_000_000

/** What a form comes to: the files that were taken whole, and what was thrown. */
const read = async (
  body: RequestInit['body'],
  { type, refuses = [], limit = LIMIT }: { type?: string; refuses?: string[]; limit?: number } = {},
) => {
  const files: [string, Buffer][] = []
  let thrown: unknown = null
  const app = new Hono()
  app.post('/', async (context) => {
    try {
      await readFormFiles(context, limit, async ({ name, content }) => {
        const pieces: Uint8Array[] = []
        for await (const piece of content) {
          if (refuses.includes(name)) throw new Failure('invalid', `${name} is refused.`)
          pieces.push(piece)
        }
        files.push([name, Buffer.concat(pieces)])
      })
    } catch (error) {
      thrown = error
    }
    return context.text('')
  })
  const headers = type === undefined ? {} : { 'content-type': type }
  await app.fetch(new Request('http://localhost/', { method: 'POST', body: body ?? null, headers, duplex: 'half' }))
  return { files, code: thrown instanceof Failure ? thrown.code : thrown, message: String(thrown) }
}

const form = (...files: [string, Buffer][]): FormData => {
  const data = new FormData()
  data.append('version', '1')
  for (const [name, bytes] of files) data.append('file', new File([new Uint8Array(bytes)], name))
  return data
}

const [first, second, third] = [200_000, 0, 70_000].map((size) => randomBytes(size)) as [Buffer, Buffer, Buffer]

test('files of a form come one after the other, as they are', async () => {
  const sent: [string, Buffer][] = [
    ['a.pdf', first],
    ['b ü.pdf', second],
    ['c.pdf', third],
  ]
  const { files, code } = await read(form(...sent))
  assert.deepEqual([files, code], [sent, null])
})

test('a file that is refused keeps the others from nothing', async () => {
  const { files, code } = await read(form(['a.pdf', first], ['b.pdf', third], ['c.pdf', third]), { refuses: ['a.pdf'] })
  assert.deepEqual([files.map(([name]) => name), code], [['b.pdf', 'c.pdf'], 'invalid'])
})

const BOUNDARY = 'xx'
const type = `multipart/form-data; boundary=${BOUNDARY}`
const part = (content: string): string =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n${content}`

test('a form that breaks off, is none, or is too large is refused and ends', async () => {
  const whole = `${part('abc')}\r\n--${BOUNDARY}--\r\n`
  assert.deepEqual((await read(whole, { type })).files, [['a.pdf', Buffer.from('abc')]])
  for (const end of [10, 60, part('').length + 1, whole.length - 8]) {
    const { files, code } = await read(whole.slice(0, end), { type })
    assert.deepEqual([files, code], [[], 'malformed'], String(end))
  }
  assert.equal((await read('no form', { type })).code, 'malformed')
  assert.equal((await read(whole, { type: 'multipart/form-data; x=y' })).code, 'malformed')
  assert.equal((await read(whole, { type: 'application/pdf' })).code, 'unsupported_media_type')
  const large = await read(form(['a.pdf', first]), { limit: 100_000 })
  assert.deepEqual([large.files, large.code], [[], 'too_large'])
})

test('a connection that ends before the form leaves nobody waiting', async () => {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      controller.enqueue(Buffer.from(part('the beginning')))
      controller.error(new Error('gone'))
    },
  })
  const { files, code } = await read(body, { type })
  assert.deepEqual([files, code], [[], 'malformed'])
})
