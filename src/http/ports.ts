import { shownReader } from '#queries/shown-reader.ts'
import type { RunAction } from '#actions/run-action.ts'
import type { AssessmentRule } from '#core/assessment/assessment-rule.ts'
import type { SecondFactorRole } from '#core/access/session.ts'
import type { Mailbox } from '#core/mail/mailbox.ts'
import type { AddressChecker } from '#core/outbound.ts'
import type { Clock, Log } from '#ports/runtime.ts'
import type { CommonPassphrases, PassphraseHasher, SecretBox, WebAuthn } from '#ports/credentials.ts'
import type { Backups } from '#ports/backups.ts'
import type { Dumps } from '#ports/dumps.ts'
import type { EmailComposer } from '#ports/email-composer.ts'
import type { FileStore } from '#ports/file-store.ts'
import type { MarkdownRenderer } from '#ports/markdown-renderer.ts'
import type { MeaningReader } from '#ports/meaning.ts'
import type { Metrics } from '#ports/metrics.ts'
import type { ReceiveEmail } from '#ports/mailer.ts'
import type { RecordLookup } from '#ports/record-lookup.ts'
import type { ShareImages } from '#ports/share-images.ts'
import type { LiveSite } from '#ports/site.ts'
import type { Store } from '#ports/store/store.ts'
import { conceptTrends } from '#queries/concepts.ts'
import { clientAddressReader, clientHasher, clientNetwork, proxyMatcher } from '#http/auth/client-address.ts'
import { findCurrentSession } from '#http/auth/current-session.ts'
import { reportFailedSignIn, requireKey } from '#http/auth/authorize.ts'
import type { OwnHosts } from '#http/auth/own-hosts.ts'
import { presentPaper } from '#http/corpus-api/papers.ts'
import { limitAttempts } from '#http/input/attempt-limit.ts'
import { idempotentRequests } from './input/idempotent-request.ts'
import type { Lifecycle } from './lifecycle.ts'
import type { PublicMetrics } from './metrics.ts'
import type { ContentReader } from '#imports/content-reader.ts'
import { turnTaker } from './pipeline/admission.ts'
import type { ConnectionTable } from '#http/limits/connections.ts'
import { assessmentSuggester } from '#queries/suggest-assessment.ts'
import { matchTotals, paginationHeaders, signedCursors } from '#http/paging/pagination.ts'

/** What a server is given by the program that starts it. */
export type ServerPorts = {
  store: Store
  clock: Clock
  run: RunAction
  log: Log
  metrics: Metrics
  /** Null: there is no /metrics at the public address. */
  publicMetrics: PublicMetrics | null
  passphrases: PassphraseHasher
  commonPassphrases: CommonPassphrases
  secretBox: SecretBox | null
  /** Checks the addresses of webhooks and sources when they are added. */
  checkAddress: AddressChecker
  secondFactorRole: SecondFactorRole
  /** Whose acceptances publish only assessed papers. */
  requireAssessment: AssessmentRule
  webAuthn: WebAuthn
  markdown: MarkdownRenderer
  shareImages: ShareImages
  /** Null without an embeddings endpoint. */
  meaning: MeaningReader | null
  contentReader: ContentReader
  /** Null unless the operator allows the server to ask others for the records of identifiers. */
  lookUpRecords: RecordLookup | null
  /** Null when no dumps are made. */
  dumps: Dumps | null
  /** Null when the service makes no backups. */
  backups: Pick<Backups, 'schedule' | 'canDrill'> | null
  lifecycle: Lifecycle
  files: FileStore
  /** The limit for all files together, in bytes. */
  filesQuota: number
  /** The corpus secret: signs cursors and hides client addresses. */
  secret: Buffer
  version: string
  /** The settings of the library, which change while it is served. */
  site: LiveSite
  /** Whether a mail server is configured. */
  canMail: boolean
  emails: EmailComposer
  /** Handles mail to the bounce address. Posting it needs `webhookSecret`; null: nobody may. */
  receiveEmail: ReceiveEmail
  bounces: { webhookSecret: string | null }
  /** The contact that harvesters are given. */
  mailFrom: Mailbox | null
  publicUrl: () => string
  /** The WebSub hub that passes feeds on; null for none. */
  websubHub: string | null
  trustedProxies: readonly string[]
  connections: ConnectionTable
  maxConnectionsPerClient: number
  hosts: OwnHosts
}

/** What routes may ask for: the ports of the server, and what all surfaces share. */
export const createSurfacePorts = (ports: ServerPorts) => {
  const { store, log, publicUrl, secret } = ports
  const cursors = signedCursors(secret)
  const isTrustedProxy = proxyMatcher(ports.trustedProxies)
  const clientNetworks = clientHasher(secret, isTrustedProxy)
  const clientOf = clientNetwork(isTrustedProxy)
  const signIns = {
    ...ports,
    clientNetworks,
    clientAddress: clientAddressReader(isTrustedProxy),
  }
  const totals = matchTotals({ papers: store.public.papers, revisionNow: () => store.currentRevision(), log })
  // Pages, feeds and APIs show nothing of the parts that are switched off; editors see and copies keep all of them.
  const shown: Store = { ...store, public: shownReader(store.public, ports.site) }
  return {
    ...ports,
    store: shown,
    wholeStore: store,
    clientOf,
    takeTurn: turnTaker({ ...ports, clientOf }),
    presentPaper,
    totals,
    conceptTrends: conceptTrends(shown),
    cursors,
    clientNetworks,
    reportFailure: reportFailedSignIn(signIns),
    requireKey: requireKey(ports),
    runIdempotent: idempotentRequests(ports.run),
    limitAttempts: limitAttempts({ ...ports, quota: store.private.quota }),
    pageHeaders: paginationHeaders(publicUrl),
    currentSession: findCurrentSession(ports),
    // One for all surfaces, since it caches what it learns from the accepted papers.
    suggestAssessment: assessmentSuggester(),
  }
}

export type SurfacePorts = ReturnType<typeof createSurfacePorts>
