import { PROBLEM_TYPE, problemSchema } from './agent-api/errors.ts'
import { changeRoutes } from './agent-api/changes/routes.ts'
import { recordRoutes } from './agent-api/records/routes.ts'
import { editorialRoutes } from './agent-api/editorial/routes.ts'
import { paperRoutes as agentPaperRoutes } from './agent-api/papers/routes.ts'
import { searchRoutes } from './agent-api/search/routes.ts'
import { referenceCheckRoutes } from './agent-api/references/routes.ts'
import { passageRoutes } from './agent-api/passages/routes.ts'
import { correspondenceRoutes } from './corpus-api/correspondence/routes.ts'
import { mailRoutes } from './corpus-api/mail/routes.ts'
import { corpusErrorSchema } from './corpus-api/errors.ts'
import { paperRoutes as corpusPaperRoutes } from './corpus-api/papers/routes.ts'
import { statusRoutes } from './corpus-api/status/routes.ts'
import { submissionRoutes } from './corpus-api/submissions/routes.ts'
import type { DescribedSurface } from './reference/openapi.ts'
import { openApiTags } from './reference/openapi-tags.ts'
import type { SurfacePorts } from './surface-ports.ts'

/** The APIs that every process answers from its start: their routes, in the order of the reference, and the form of their failures. */
export const describeApis = (ports: SurfacePorts) => {
  const corpusApi: DescribedSurface = {
    routes: [
      ...corpusPaperRoutes(ports),
      ...submissionRoutes(ports),
      ...correspondenceRoutes(ports),
      ...mailRoutes(ports),
      ...statusRoutes(ports),
    ],
    errors: { tag: openApiTags.corpusApi, schema: corpusErrorSchema, type: 'application/json' },
  }
  const agentApi: DescribedSurface = {
    routes: [
      ...agentPaperRoutes(ports),
      ...passageRoutes(ports),
      ...referenceCheckRoutes(ports),
      ...searchRoutes(ports),
      ...editorialRoutes(ports),
      ...changeRoutes(ports),
      ...recordRoutes(ports),
    ],
    errors: { tag: openApiTags.agentApi, schema: problemSchema, type: PROBLEM_TYPE },
  }
  return { corpusApi, agentApi }
}
