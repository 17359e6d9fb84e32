import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Passkey } from '#core/access/passkey.ts'
import { webAuthn } from './web-authn.ts'

const asked = { site: { origin: 'https://library.example', host: 'library.example', name: 'House' }, challenge: 'c' }
const answer = {
  id: 'AAAA',
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA', attestationObject: 'AAAA' },
}

/** An EdDSA key as COSE has it. */
const KEY = Buffer.concat([Buffer.from('a4010103272006215820', 'hex'), Buffer.alloc(32, 7)]).toString('base64url')

const passkey: Passkey = {
  id: 'AAAA',
  editorId: 'e_1',
  label: 'Key',
  publicKey: KEY,
  counter: 0,
  transports: [],
  createdAt: '2026-11-20T10:00:00.000Z',
  usedAt: null,
}

test('an invalid response is refused, also one that is not even decodable', async () => {
  const passkeys = webAuthn()
  for (const clientDataJSON of ['AAAA', '', Buffer.from('{}').toString('base64url')]) {
    const broken = { ...answer, response: { ...answer.response, clientDataJSON } }
    assert.equal(await passkeys.verifyRegistration(broken, asked), null)
    assert.equal(await passkeys.verifyAuthentication(broken, passkey, asked), null)
  }
})

test('an error on our side is not reported as an invalid response', async () => {
  const passkeys = webAuthn()
  await assert.rejects(passkeys.verifyAuthentication(answer, { ...passkey, publicKey: '' }, asked))
  await assert.rejects(
    passkeys.verifyAuthentication(answer, { ...passkey, publicKey: undefined as unknown as string }, asked),
    TypeError,
  )
  await assert.rejects(
    passkeys.verifyRegistration(answer, { ...asked, site: undefined as unknown as typeof asked.site }),
    TypeError,
  )
})
