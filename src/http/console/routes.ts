import type { Route } from '../kit/route.ts'
import { auditRoutes, type AuditPorts } from './audit/routes.ts'
import { sessionRoutes, type SessionPorts } from './session/routes.ts'

/** Every row of the console. Its parts join here; who may call what is tested from this table. */
export const consoleRoutes = (ports: SessionPorts & AuditPorts): Route[] => [
  ...sessionRoutes(ports),
  ...auditRoutes(ports),
]
