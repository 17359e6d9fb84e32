import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { signedHeaders } from '#core/webhooks/signature.ts'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const page = readFileSync(new URL('../docs/webhooks.md', import.meta.url), 'utf8')
const example = /```js\n(?<code>[\s\S]*?)```/u.exec(page)?.groups?.code ?? assert.fail('the page has no example')

type Verify = (secret: string, headers: Record<string, string>, body: string, now: number) => unknown

test('the receiver of docs/webhooks.md takes what Longview signs, and nothing else', async () => {
  const { verify } = (await import(`data:text/javascript,${encodeURIComponent(example)}`)) as { verify: Verify }
  const at = new Date('2026-11-22T09:30:00.000Z')
  const body = '{"type":"webhook.test","data":{"message":"Größe"}}'
  const headers = signedHeaders({ id: 'msg_1', at, body }, ['whsec_b3RoZXIgc2VjcmV0IG9mIDI0IGJ5dGVz', SECRET])
  const now = at.getTime() + 299_000
  assert.deepEqual(verify(SECRET, headers, body, now), JSON.parse(body))
  assert.equal(verify(SECRET, headers, body, now + 2_000), null, 'it is too old')
  assert.equal(verify(SECRET, headers, `${body} `, now), null)
  assert.equal(verify(SECRET, { ...headers, 'webhook-id': 'msg_2' }, body, now), null)
  assert.equal(verify(SECRET, { ...headers, 'webhook-signature': 'v1,AAAA' }, body, now), null)
  assert.equal(verify('whsec_AAAA', headers, body, now), null)
  assert.equal(verify(SECRET, {}, body, now), null)
})
