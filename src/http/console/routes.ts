import { confirmationRoutes, requireConfirmation } from '#http/console/account/confirmation.ts'
import { type PasskeyPorts, passkeyRoutes } from '#http/console/account/passkeys.ts'
import { type AccountPorts, accountRoutes } from '#http/console/account/routes.ts'
import { type SecondFactorPorts, secondFactorRoutes } from '#http/console/account/second-factor.ts'
import { type AddingPorts, addRoutes } from '#http/console/add/routes.ts'
import { type AuditPorts, auditRoutes } from '#http/console/audit/routes.ts'
import type { BriefPorts } from '#http/console/briefs/mailing.ts'
import { briefRoutes } from '#http/console/briefs/routes.ts'
import { type BulkChangePorts, bulkChangeRoutes } from '#http/console/papers/bulk-changes.ts'
import { candidateRoutes } from '#http/console/candidates/routes.ts'
import { chapterRoutes } from '#http/console/chapters/routes.ts'
import { conceptRoutes } from '#http/console/concepts/routes.ts'
import { type DraftPorts, formDraftRoutes } from '#http/console/drafts/routes.ts'
import { type DumpPorts, dumpStateRoutes } from '#http/console/dumps/routes.ts'
import { type FilePorts, fileRoutes } from '#http/console/files/routes.ts'
import { findRoutes } from '#http/console/find/routes.ts'
import { evidenceRoutes } from '#http/console/evidence/routes.ts'
import { gapRoutes } from '#http/console/gaps/routes.ts'
import { importPageRoutes, type ImportingPorts } from '#http/console/imports/routes.ts'
import { type IngestionPorts, ingestionRoutes } from '#http/console/ingest-sessions/routes.ts'
import { joinRoutes } from '#http/console/joins/routes.ts'
import { type KeyPorts, keyRoutes } from '#http/console/keys/routes.ts'
import { withMenuCounts } from '#http/console/menu-counts.ts'
import { messageRoutes } from '#http/console/messages/routes.ts'
import { outboxRoutes } from '#http/console/outbox/routes.ts'
import type { PapersPorts } from '#http/console/papers/edit-paper.ts'
import { listOfPapers } from '#http/console/papers/bulk-input.ts'
import { paperRoutes } from '#http/console/papers/routes.ts'
import { alertRoutes } from '#http/console/alerts/routes.ts'
import { proposalRoutes } from '#http/console/proposals/routes.ts'
import { assessManyRoutes } from '#http/console/assess-many/routes.ts'
import { bulkAcceptRoutes } from '#http/console/queue/bulk-accept.ts'
import { listOfQueue } from '#http/console/queue/input.ts'
import { queueRoutes } from '#http/console/queue/routes.ts'
import { type ReplyTemplatePorts, replyTemplateRoutes } from '#http/console/reply-templates/routes.ts'
import { settingsRoutes } from '#http/console/settings/routes.ts'
import { type SignInPorts, signInRoutes } from '#http/console/sign-in/routes.ts'
import { sourceRoutes } from '#http/console/sources/routes.ts'
import { type SavedViewPorts, savedViewRoutes } from '#http/console/views/routes.ts'
import { subscriberRoutes } from '#http/console/subscribers/routes.ts'
import { type TodayPorts, todayRoutes } from '#http/console/today/routes.ts'
import { type UserPorts, userRoutes } from '#http/console/users/routes.ts'
import { type WebhookPorts, webhookRoutes } from '#http/console/webhooks/routes.ts'
import type { Route } from '#http/routing/route.ts'

type ConsolePorts = TodayPorts &
  SignInPorts &
  SecondFactorPorts &
  AccountPorts &
  PasskeyPorts &
  UserPorts &
  Parameters<typeof queueRoutes>[0] &
  ReplyTemplatePorts &
  AuditPorts &
  KeyPorts &
  WebhookPorts &
  DumpPorts &
  IngestionPorts &
  BriefPorts &
  DraftPorts &
  PapersPorts &
  BulkChangePorts &
  SavedViewPorts &
  FilePorts &
  AddingPorts &
  ImportingPorts

const allRoutes = (ports: ConsolePorts): Route[] => [
  ...todayRoutes(ports),
  ...signInRoutes(ports),
  ...accountRoutes(ports),
  ...confirmationRoutes(ports),
  ...secondFactorRoutes(ports),
  ...passkeyRoutes(ports),
  ...userRoutes(ports),
  ...findRoutes(ports),
  ...addRoutes(ports),
  ...queueRoutes(ports),
  ...candidateRoutes(ports),
  ...proposalRoutes(ports),
  ...alertRoutes(ports),
  ...joinRoutes(ports),
  ...sourceRoutes(ports),
  ...importPageRoutes(ports),
  ...bulkAcceptRoutes(ports),
  ...assessManyRoutes(ports),
  ...replyTemplateRoutes(ports),
  ...auditRoutes(ports),
  ...paperRoutes(ports),
  ...bulkChangeRoutes({ ...ports, lists: { papers: listOfPapers, queue: listOfQueue } }),
  ...savedViewRoutes(ports),
  ...fileRoutes(ports),
  ...conceptRoutes(ports),
  ...gapRoutes(ports),
  ...evidenceRoutes(ports),
  ...dumpStateRoutes(ports),
  ...chapterRoutes(ports),
  ...settingsRoutes(ports),
  ...briefRoutes(ports),
  ...formDraftRoutes(ports),
  ...messageRoutes(ports),
  ...outboxRoutes(ports),
  ...subscriberRoutes(ports),
  ...keyRoutes(ports),
  ...webhookRoutes(ports),
  ...ingestionRoutes(ports),
]

/** Every route of the console. The tests of who may call what read this table. */
export const consoleRoutes = (ports: ConsolePorts): Route[] =>
  allRoutes(ports).map(requireConfirmation(ports)).map(withMenuCounts(ports))
