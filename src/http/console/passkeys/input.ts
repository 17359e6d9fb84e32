import { z } from 'zod'

const base64url = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[\w-]+$/u, { error: 'must be base64url' })

/** What `PublicKeyCredential.toJSON()` gives for a new passkey; other members are ignored. */
export const registrationSchema = z.object({
  label: z.string().max(1_000),
  answer: z.object({
    id: base64url(2_000),
    response: z.object({
      clientDataJSON: base64url(10_000),
      attestationObject: base64url(50_000),
      transports: z.array(z.string().max(50)).max(10).optional(),
    }),
  }),
})

/** What it gives for a passkey that was used. */
export const passkeyAnswerSchema = z.object({
  id: base64url(2_000),
  response: z.object({
    clientDataJSON: base64url(10_000),
    authenticatorData: base64url(10_000),
    signature: base64url(10_000),
    userHandle: base64url(200).optional(),
  }),
})

export const authenticationSchema = z.object({ next: z.string().optional(), answer: passkeyAnswerSchema })
