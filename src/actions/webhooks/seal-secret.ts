import { Failure } from '#core/failure.ts'
import type { SecretBox } from '#ports/secret-box.ts'

export type SecretSealing = { secretBox: SecretBox | null }

/** A secret opens for its address only. */
const about = (url: string): string => `webhook ${url}`

/** Throws `wrong_state` where nothing can be sealed. */
export const sealSecret = ({ secretBox }: SecretSealing, url: string, secret: string): string => {
  if (secretBox === null)
    throw new Failure(
      'wrong_state',
      'Secrets of webhooks need SECRET_KEY, which is not set: see docs/configuration.md.',
    )
  return secretBox.seal(Buffer.from(secret), about(url))
}

/** Null for one that was sealed with another key. */
export const openSecret = ({ secretBox }: SecretSealing, url: string, sealed: string): string | null => {
  const opened = secretBox?.open(sealed, about(url)) ?? null
  return opened === null ? null : Buffer.from(opened).toString()
}
