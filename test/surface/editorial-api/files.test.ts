import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { samplePdf, sha256Of } from '../../support/files.ts'
import { actsOf } from '../../support/service/editing.ts'
import { assertFailure, jsonOf } from '../../support/service/responses.ts'
import { leastPaper } from '../../support/service/papers.ts'
import { startTestService } from '../../support/service/test-service.ts'

const service = await startTestService({ after }, { filesQuota: 100_000 })
await service.accept(leastPaper(), leastPaper({ id: 'p2', title: 'Another paper' }))
const key = await service.key('review')

const put = (path: string, body: Uint8Array, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(service.url + path, {
    method: 'PUT',
    headers: { 'x-api-key': key, 'content-type': 'application/pdf', ...headers },
    body: new Uint8Array(body),
  })

type Listed = { open: boolean; permission: string | null; files: { sha256: string; name: string; url: string }[] }
const listed = async (id: string): Promise<Listed> =>
  jsonOf<Listed>(await service.get(`/api/editorial/papers/${id}/files`, { 'x-api-key': key }))

test('a PDF is stored as the body of a request, listed, allowed, served and taken away', async () => {
  const bytes = samplePdf('api', 20_000)
  const sha256 = sha256Of(bytes)
  const url = `${service.url}/files/${sha256}.pdf`
  const stored = await put('/api/editorial/papers/p1/file?name=My%20paper.pdf', bytes)
  assert.deepEqual(await jsonOf(stored), { success: true, sha256, bytes: 20_000, url })
  // The same again changes nothing.
  assert.equal((await put('/api/editorial/papers/p1/file?name=My%20paper.pdf', bytes)).status, 200)
  const { open, files } = await listed('p1')
  assert.deepEqual([open, files.map(({ name }) => name), files[0]?.url], [false, ['My paper.pdf'], url])
  assert.equal((await fetch(url)).status, 404)

  const permission = '/api/editorial/papers/p1/files/permission'
  const allowed = await service.send('PUT', permission, { permission: 'allowed' }, { 'x-api-key': key })
  assert.equal((await jsonOf<Listed>(allowed)).open, true)
  assert.deepEqual(Buffer.from(await (await fetch(url)).arrayBuffer()), bytes)
  const gone = await fetch(`${service.url}/api/editorial/papers/p1/files/${sha256}`, {
    method: 'DELETE',
    headers: { 'x-api-key': key },
  })
  assert.deepEqual((await jsonOf<Listed>(gone)).files, [])
  assert.equal((await fetch(url)).status, 404)
  const counts = await Promise.all(
    ['file.add', 'file.permit', 'file.remove'].map(async (act) => (await actsOf(service, act)).length),
  )
  assert.deepEqual(counts, [2, 1, 1])
})

test('what cannot be stored is refused with the reason, and nothing is left of it', async () => {
  const before = await service.store.private.files.usage()
  const path = '/api/editorial/papers/p2/file'
  const good = samplePdf('good', 1_000)
  const cases: [Promise<Response>, number, string, RegExp][] = [
    [put(path, Buffer.from('<html>')), 400, 'invalid', /^file: is not a PDF/u],
    [put(path, good.subarray(0, 900)), 400, 'invalid', /^file: is truncated or damaged/u],
    [put(path, Buffer.alloc(0)), 400, 'invalid', /^file: is empty/u],
    [put(path, good, { 'content-type': 'text/html' }), 415, 'unsupported_media_type', /application\/pdf/u],
    [put(path, good, { 'content-encoding': 'gzip' }), 415, 'unsupported_media_type', /compressed/u],
    [put(`${path}?colour=red`, good), 400, 'invalid', /colour/u],
    [put('/api/editorial/papers/p9/file', good), 404, 'not_found', /There is no paper p9/u],
    [put(path, good, { 'x-api-key': await service.key('review:read') }), 403, 'scope_missing', /review:decide/u],
    [put(path, samplePdf('much', 90_000)), 507, 'storage_full', /FILES_QUOTA/u],
  ]
  for (const [answer, status, code, message] of cases) {
    const failure = await assertFailure(await answer, 'corpus', status)
    assert.equal(failure.code, code)
    assert.match(failure.sentence, message)
  }
  assert.deepEqual(await service.store.private.files.usage(), before)
  assert.equal((await Array.fromAsync(service.files.list())).length, before.files)
})

test('an upload that is torn leaves nothing, and its paper as it was', async () => {
  const before = await Array.fromAsync(service.files.list())
  const { hostname, port } = new URL(service.url)
  const socket = connect({ host: hostname, port: Number(port) })
  const bytes = samplePdf('torn', 50_000)
  const { promise: refused, resolve } = Promise.withResolvers<undefined>()
  const unwatched = { ...service.files }
  Object.assign(service.files, {
    stage: async (content: AsyncIterable<Uint8Array>) => {
      try {
        return await unwatched.stage(content)
      } catch (error) {
        resolve(undefined)
        throw error
      }
    },
  })
  socket.write(
    `PUT /api/editorial/papers/p2/file HTTP/1.1\r\nHost: ${hostname}:${port}\r\nX-API-Key: ${key}\r\nContent-Type: application/pdf\r\nContent-Length: ${bytes.byteLength}\r\n\r\n`,
  )
  await new Promise((done) => socket.write(bytes.subarray(0, 30_000), done))
  socket.end()
  socket.destroySoon()
  await Promise.all([refused, once(socket, 'close')])
  assert.deepEqual(await Array.fromAsync(service.files.list()), before)
  assert.deepEqual((await listed('p2')).files, [])
})
