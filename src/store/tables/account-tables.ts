import type { SecondFactor } from '#core/access/second-factor.ts'
import type { Role } from '#core/access/editor.ts'
import type { SignInMethod } from '#core/access/session.ts'

/** Editors, how they sign in, and keys. */
export type AccountTables = {
  editors: {
    id: string
    name: string
    email: string | null
    email_key: string | null
    role: Role
    passphrase: string | null
    created_at: string
    removed_at: string | null
  }
  sign_in_links: { hash: string; editor_id: string; created_at: string; expires_at: string }
  sessions: {
    id: string
    hash: string
    editor_id: string
    method: SignInMethod
    client: string
    created_at: string
    seen_at: string
    confirmed_at: string
    second_factor: SecondFactor | null
  }
  passkeys: {
    id: string
    editor_id: string
    label: string
    public_key: string
    counter: number
    transports: string
    created_at: string
    used_at: string | null
  }
  passkey_challenges: { hash: string; editor_id: string | null; expires_at: string }
  one_time_codes: {
    editor_id: string
    sealed_secret: string
    created_at: string
    confirmed_at: string | null
    last_step: number | null
  }
  recovery_codes: { hash: string; editor_id: string }
  pending_sign_ins: { hash: string; editor_id: string; method: SignInMethod; expires_at: string }
  api_keys: {
    id: string
    label: string
    hash: string
    scopes: string
    created_at: string
    expires_at: string | null
    revoked_at: string | null
    last_used_at: string | null
    previous_hash: string | null
    previous_until: string | null
    email: string | null
    ingest_session: string | null
  }
}
