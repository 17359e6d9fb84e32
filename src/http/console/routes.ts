import type { Route } from '#http/routing/route.ts'
import { accountRoutes, type AccountPorts } from './account/routes.ts'
import { auditRoutes, type AuditPorts } from './audit/routes.ts'
import { manyRoutes } from './bulk-accept/routes.ts'
import { passkeyRoutes, type PasskeyRoutePorts } from './passkeys/routes.ts'
import { peopleRoutes, type PeoplePorts } from './users/routes.ts'
import { notesRoutes, type NotesPorts } from './reply-templates/routes.ts'
import { queueRoutes, type QueuePorts } from './queue/routes.ts'
import { briefRoutes } from './briefs/routes.ts'
import { chapterRoutes } from './chapters/routes.ts'
import { conceptRoutes } from './concepts/routes.ts'
import { gapRoutes } from './gaps/routes.ts'
import { keyRoutes, type KeyPorts } from './keys/routes.ts'
import { messageRoutes } from './messages/routes.ts'
import { outboxRoutes } from './outbox/routes.ts'
import type { PapersPorts } from './papers/present.ts'
import { paperRoutes } from './papers/routes.ts'
import { sessionRoutes, type SessionPorts } from './session/routes.ts'
import { subscriberRoutes } from './subscribers/routes.ts'

type ConsolePorts = SessionPorts &
  AccountPorts &
  PasskeyRoutePorts &
  PeoplePorts &
  QueuePorts &
  NotesPorts &
  AuditPorts &
  KeyPorts &
  PapersPorts

/** Every row of the console. Its parts join here; who may call what is tested from this table. */
export const consoleRoutes = (ports: ConsolePorts): Route[] => [
  ...sessionRoutes(ports),
  ...accountRoutes(ports),
  ...passkeyRoutes(ports),
  ...peopleRoutes(ports),
  ...queueRoutes(ports),
  ...manyRoutes(ports),
  ...notesRoutes(ports),
  ...auditRoutes(ports),
  ...paperRoutes(ports),
  ...conceptRoutes(ports),
  ...gapRoutes(ports),
  ...chapterRoutes(ports),
  ...briefRoutes(ports),
  ...messageRoutes(ports),
  ...outboxRoutes(ports),
  ...subscriberRoutes(ports),
  ...keyRoutes(ports),
]
