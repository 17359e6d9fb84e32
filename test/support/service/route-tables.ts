import { changeRoutes } from '#http/agent-api/changes/routes.ts'
import { editorialRoutes } from '#http/agent-api/editorial/routes.ts'
import { paperRoutes as agentPaperRoutes } from '#http/agent-api/papers/routes.ts'
import { consoleRoutes } from '#http/console/routes.ts'
import { paperRoutes as corpusPaperRoutes } from '#http/corpus-api/papers/routes.ts'
import { statusRoutes } from '#http/corpus-api/status/routes.ts'
import { submissionRoutes } from '#http/corpus-api/submissions/routes.ts'
import { briefRoutes } from '#http/editorial-api/briefs/routes.ts'
import { chapterRoutes } from '#http/editorial-api/chapters/routes.ts'
import { conceptRoutes } from '#http/editorial-api/concepts/routes.ts'
import { gapRoutes } from '#http/editorial-api/gaps/routes.ts'
import { paperRoutes as editedPaperRoutes } from '#http/editorial-api/papers/routes.ts'
import { submissionRoutes as reviewedSubmissionRoutes } from '#http/editorial-api/submissions/routes.ts'
import { correspondenceRoutes } from '#http/reader/correspondence/routes.ts'
import { llmsRoutes } from '#http/reader/discovery/llms/routes.ts'
import { sitemapRoutes } from '#http/reader/discovery/sitemaps/routes.ts'
import { wellKnownRoutes } from '#http/reader/discovery/well-known/routes.ts'
import { editorialPageRoutes } from '#http/reader/editorial/routes.ts'
import { libraryRoutes } from '#http/reader/library/routes.ts'
import { mapRoutes } from '#http/reader/map/routes.ts'
import { resolveRoutes } from '#http/reader/resolve/routes.ts'
import { paperPageRoutes } from '#http/reader/paper/routes.ts'
import { statsRoutes } from '#http/reader/stats/routes.ts'
import { referenceRoutes } from '#http/reference/routes.ts'
import type { Route } from '#http/routing/route.ts'

const surfaces: readonly ((ports: never) => readonly Route[])[] = [
  agentPaperRoutes,
  changeRoutes,
  editorialRoutes,
  corpusPaperRoutes,
  statusRoutes,
  submissionRoutes,
  briefRoutes,
  chapterRoutes,
  conceptRoutes,
  editedPaperRoutes,
  gapRoutes,
  reviewedSubmissionRoutes,
  correspondenceRoutes,
  editorialPageRoutes,
  libraryRoutes,
  llmsRoutes,
  mapRoutes,
  paperPageRoutes,
  sitemapRoutes,
  statsRoutes,
  wellKnownRoutes,
  referenceRoutes,
  resolveRoutes,
  consoleRoutes,
]

/** Every row of every surface; no handler of it is called. */
export const routeTables: readonly Route[] = surfaces.flatMap((routes) => routes({} as never))
