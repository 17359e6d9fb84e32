import type { Route } from '#http/routing/route.ts'
import { accountRoutes, type AccountPorts } from './account/routes.ts'
import { auditRoutes, type AuditPorts } from './audit/routes.ts'
import { bulkAcceptRoutes } from './bulk-accept/routes.ts'
import { requireConfirmation } from './confirmation/require-confirmation.ts'
import { confirmationRoutes } from './confirmation/routes.ts'
import type { PasskeyRoutePorts } from './passkeys/relying-party.ts'
import { passkeyRoutes } from './passkeys/routes.ts'
import { userRoutes, type UserPorts } from './users/routes.ts'
import { replyTemplateRoutes, type ReplyTemplatePorts } from './reply-templates/routes.ts'
import { queueRoutes } from './queue/routes.ts'
import type { BriefPorts } from './briefs/draft-page.ts'
import { briefRoutes } from './briefs/routes.ts'
import { candidateRoutes } from './candidates/routes.ts'
import { chapterRoutes } from './chapters/routes.ts'
import { conceptRoutes } from './concepts/routes.ts'
import { fileRoutes } from './files/routes.ts'
import type { FilePorts } from './files/show-files.ts'
import { dumpStateRoutes, type DumpPorts } from './dumps/routes.ts'
import { gapRoutes } from './gaps/routes.ts'
import { ingestionRoutes } from './ingestion/routes.ts'
import type { IngestionPorts } from './ingestion/show-sessions.ts'
import { keyRoutes } from './keys/routes.ts'
import type { KeyPorts } from './keys/show-keys.ts'
import { messageRoutes } from './messages/routes.ts'
import { outboxRoutes } from './outbox/routes.ts'
import type { PapersPorts } from './papers/present.ts'
import { paperRoutes } from './papers/routes.ts'
import { proposalRoutes } from './proposals/routes.ts'
import { secondFactorRoutes, type SecondFactorPorts } from './second-factor/routes.ts'
import { sessionRoutes } from './session/routes.ts'
import type { SessionPorts } from './session/sign-in.ts'
import { sourceRoutes } from './sources/routes.ts'
import { webhookRoutes } from './webhooks/routes.ts'
import type { WebhookPorts } from './webhooks/show-webhooks.ts'
import { subscriberRoutes } from './subscribers/routes.ts'

type ConsolePorts = SessionPorts &
  SecondFactorPorts &
  AccountPorts &
  PasskeyRoutePorts &
  UserPorts &
  Parameters<typeof queueRoutes>[0] &
  ReplyTemplatePorts &
  AuditPorts &
  KeyPorts &
  WebhookPorts &
  DumpPorts &
  IngestionPorts &
  BriefPorts &
  PapersPorts &
  FilePorts

const rows = (ports: ConsolePorts): Route[] => [
  ...sessionRoutes(ports),
  ...accountRoutes(ports),
  ...confirmationRoutes(ports),
  ...secondFactorRoutes(ports),
  ...passkeyRoutes(ports),
  ...userRoutes(ports),
  ...queueRoutes(ports),
  ...candidateRoutes(ports),
  ...proposalRoutes(ports),
  ...sourceRoutes(ports),
  ...bulkAcceptRoutes(ports),
  ...replyTemplateRoutes(ports),
  ...auditRoutes(ports),
  ...paperRoutes(ports),
  ...fileRoutes(ports),
  ...conceptRoutes(ports),
  ...gapRoutes(ports),
  ...dumpStateRoutes(ports),
  ...chapterRoutes(ports),
  ...briefRoutes(ports),
  ...messageRoutes(ports),
  ...outboxRoutes(ports),
  ...subscriberRoutes(ports),
  ...keyRoutes(ports),
  ...webhookRoutes(ports),
  ...ingestionRoutes(ports),
]

/** Every row of the console. Its parts join here; who may call what is tested from this table. */
export const consoleRoutes = (ports: ConsolePorts): Route[] => rows(ports).map(requireConfirmation(ports))
