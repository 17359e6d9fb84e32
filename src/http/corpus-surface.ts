import { correspondenceRoutes } from './corpus-api/correspondence/routes.ts'
import { mailRoutes } from './corpus-api/mail/routes.ts'
import { corpusErrorSchema } from './corpus-api/errors.ts'
import { paperRoutes } from './corpus-api/papers/routes.ts'
import { statusRoutes } from './corpus-api/status/routes.ts'
import { submissionRoutes } from './corpus-api/submissions/routes.ts'
import type { DescribedSurface } from './reference/openapi.ts'
import { openApiTags } from './reference/openapi-tags.ts'
import type { SurfacePorts } from './surface-ports.ts'

/**
 * The API that every process answers from its start: its routes, in the order of the reference, and the form of its failures. Whoever
 * watches a server asks it whether it is ready.
 */
export const describeCorpusApi = (ports: SurfacePorts): DescribedSurface => ({
  routes: [
    ...paperRoutes(ports),
    ...submissionRoutes(ports),
    ...correspondenceRoutes(ports),
    ...mailRoutes(ports),
    ...statusRoutes(ports),
  ],
  errors: { tag: openApiTags.corpusApi, schema: corpusErrorSchema, type: 'application/json' },
})
