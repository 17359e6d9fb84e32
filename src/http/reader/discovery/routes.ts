import type { Route } from '#http/routing/route.ts'
import { llmsRoutes } from './llms.ts'
import { oaiRoutes } from './oai/routes.ts'
import { sitemapRoutes } from './robots-and-sitemap.ts'
import { wellKnownRoutes } from './well-known.ts'

type Ports = Parameters<typeof sitemapRoutes>[0] &
  Parameters<typeof llmsRoutes>[0] &
  Parameters<typeof wellKnownRoutes>[0] &
  Parameters<typeof oaiRoutes>[0]

/** The files and protocols by which crawlers, agents and harvesters discover the library. */
export const discoveryRoutes = (ports: Ports): Route[] => [
  ...sitemapRoutes(ports),
  ...llmsRoutes(ports),
  ...wellKnownRoutes(ports),
  ...oaiRoutes(ports),
]
