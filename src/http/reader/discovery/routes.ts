import type { Route } from '#http/routing/route.ts'
import { llmsRoutes } from './llms/routes.ts'
import { oaiRoutes } from './oai/routes.ts'
import { sitemapRoutes } from './sitemaps/routes.ts'
import { wellKnownRoutes } from './well-known/routes.ts'

type Ports = Parameters<typeof sitemapRoutes>[0] &
  Parameters<typeof llmsRoutes>[0] &
  Parameters<typeof wellKnownRoutes>[0] &
  Parameters<typeof oaiRoutes>[0]

/** What crawlers, agents and harvesters look for. */
export const discoveryRoutes = (ports: Ports): Route[] => [
  ...sitemapRoutes(ports),
  ...llmsRoutes(ports),
  ...wellKnownRoutes(ports),
  ...oaiRoutes(ports),
]
