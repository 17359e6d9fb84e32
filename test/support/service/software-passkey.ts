import { createHash, createPrivateKey, sign, type webcrypto } from 'node:crypto'

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()

/** Its owner was there and unlocked the device. */
const PRESENT_AND_VERIFIED = 0x05

export type SoftwarePasskey = { id: string; counter: number; privateKey: webcrypto.JsonWebKey }

/** The response of a device with this passkey to a sign-in challenge, as a browser sends it. */
export const passkeyResponse = (
  { id, counter, privateKey }: SoftwarePasskey,
  { challenge, origin }: { challenge: string; origin: string },
) => {
  const clientData = Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge, origin }))
  const used = Buffer.alloc(5)
  used.writeUInt8(PRESENT_AND_VERIFIED)
  used.writeUInt32BE(counter, 1)
  const authenticatorData = Buffer.concat([sha256(new URL(origin).hostname), used])
  const signed = Buffer.concat([authenticatorData, sha256(clientData)])
  const signature = sign('sha256', signed, createPrivateKey({ key: privateKey, format: 'jwk' }))
  const response = {
    clientDataJSON: clientData.toString('base64url'),
    authenticatorData: authenticatorData.toString('base64url'),
    signature: signature.toString('base64url'),
  }
  return { id, response }
}
