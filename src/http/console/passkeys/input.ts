import { z } from 'zod'

export const PASSKEY_BODY_BYTES = 65_536

const bytes = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[\w-]+$/u, { error: 'must be base64url' })

/** What `PublicKeyCredential.toJSON()` gives for a new passkey; members we do not need are passed over. */
export const newKeyBody = z.object({
  label: z.string().max(1_000),
  answer: z.object({
    id: bytes(2_000),
    response: z.object({
      clientDataJSON: bytes(10_000),
      attestationObject: bytes(50_000),
      transports: z.array(z.string().max(50)).max(10).optional(),
    }),
  }),
})

/** What it gives for signing in. */
export const signInBody = z.object({
  next: z.string().optional(),
  answer: z.object({
    id: bytes(2_000),
    response: z.object({
      clientDataJSON: bytes(10_000),
      authenticatorData: bytes(10_000),
      signature: bytes(10_000),
      userHandle: bytes(200).optional(),
    }),
  }),
})
