import type { Route } from '../kit/route.ts'
import { accountRoutes, type AccountPorts } from './account/routes.ts'
import { auditRoutes, type AuditPorts } from './audit/routes.ts'
import { passkeyRoutes, type PasskeyRoutePorts } from './passkeys/routes.ts'
import { peopleRoutes, type PeoplePorts } from './people/routes.ts'
import { sessionRoutes, type SessionPorts } from './session/routes.ts'

type ConsolePorts = SessionPorts & AccountPorts & PasskeyRoutePorts & PeoplePorts & AuditPorts

/** Every row of the console. Its parts join here; who may call what is tested from this table. */
export const consoleRoutes = (ports: ConsolePorts): Route[] => [
  ...sessionRoutes(ports),
  ...accountRoutes(ports),
  ...passkeyRoutes(ports),
  ...peopleRoutes(ports),
  ...auditRoutes(ports),
]
