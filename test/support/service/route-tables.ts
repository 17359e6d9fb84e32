import { consoleRoutes } from '#http/console/routes.ts'
import type { Route } from '#http/routing/route.ts'
import type { SurfacePorts } from '#http/surface-ports.ts'
import { describeSurfaces } from '#http/surfaces.ts'

/** What the tables themselves look at; no handler is called. */
const ports = { trustedProxies: [], dumps: {} } as unknown as SurfacePorts

/** Every row of every surface as the server mounts them, and of the console; only `/mcp` has a server of its own. */
export const routeTables: readonly Route[] = [
  ...Object.values(describeSurfaces(ports)).flatMap(({ routes }) => routes),
  ...consoleRoutes(ports),
]
