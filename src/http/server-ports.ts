import type { RunAction } from '#actions/run-action.ts'
import type { Role } from '#core/access/editor.ts'
import type { Mailbox } from '#core/mail/mailbox.ts'
import type { Clock } from '#ports/clock.ts'
import type { Dumps } from '#ports/dumps.ts'
import type { EmailComposer } from '#ports/email-composer.ts'
import type { FileStore } from '#ports/file-store.ts'
import type { Log } from '#ports/log.ts'
import type { CommonPassphrases } from '#ports/common-passphrases.ts'
import type { ReceiveEmail } from '#ports/receive-email.ts'
import type { MarkdownRenderer } from '#ports/markdown-renderer.ts'
import type { PassphraseHasher } from '#ports/passphrase-hasher.ts'
import type { WebAuthn } from '#ports/web-authn.ts'
import type { SecretBox } from '#ports/secret-box.ts'
import type { Store } from '#ports/store/store.ts'
import type { OwnHosts } from './auth/own-hosts.ts'
import type { Lifecycle } from './lifecycle.ts'
import type { ConnectionTable } from './limits/connection-table.ts'

export type ServerPorts = {
  store: Store
  clock: Clock
  run: RunAction
  log: Log
  passphrases: PassphraseHasher
  commonPassphrases: CommonPassphrases
  secretBox: SecretBox | null
  /** Which origins other than public ones over https may be sent to. */
  outbound: { allowed: readonly string[] }
  /** The least role that must have a second factor; null for none. */
  secondFactorRole: Role | null
  webAuthn: WebAuthn
  markdown: MarkdownRenderer
  /** Null where none are made. */
  dumps: Dumps | null
  lifecycle: Lifecycle
  files: FileStore
  /** What all files together may take, in bytes. */
  filesQuota: number
  /** The corpus secret: signs cursors and hides client addresses. */
  secret: Buffer
  version: string
  houseName: string
  /** Whether there is a mail server to send emails by. */
  canMail: boolean
  emails: EmailComposer
  /** Takes in what comes to the bounce address, and the secret of those who may hand it in; null: nobody. */
  receiveEmail: ReceiveEmail
  bounces: { webhookSecret: string | null }
  /** Whom harvesters may write to. */
  mailFrom: Mailbox | null
  publicUrl: () => string
  /** The WebSub hub that passes feeds on; null for none. */
  websubHub: string | null
  trustedProxies: readonly string[]
  connections: ConnectionTable
  maxConnectionsPerClient: number
  hosts: OwnHosts
}
