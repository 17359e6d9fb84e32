import { PROBLEM_TYPE, problemSchema } from './agent-api/errors.ts'
import { changeRoutes } from './agent-api/changes/routes.ts'
import { recordRoutes } from './agent-api/records/routes.ts'
import { editorialRoutes } from './agent-api/editorial/routes.ts'
import { paperRoutes } from './agent-api/papers/routes.ts'
import { searchRoutes } from './agent-api/search/routes.ts'
import { referenceCheckRoutes } from './agent-api/references/routes.ts'
import { passageRoutes } from './agent-api/passages/routes.ts'
import type { DescribedSurface } from './reference/openapi.ts'
import { openApiTags } from './reference/openapi-tags.ts'
import type { SurfacePorts } from './surface-ports.ts'

/** The API for agents: its routes, in the order of the reference, and the form of its failures. */
export const describeAgentApi = (ports: SurfacePorts): DescribedSurface => ({
  routes: [
    ...paperRoutes(ports),
    ...passageRoutes(ports),
    ...referenceCheckRoutes(ports),
    ...searchRoutes(ports),
    ...editorialRoutes(ports),
    ...changeRoutes(ports),
    ...recordRoutes(ports),
  ],
  errors: { tag: openApiTags.agentApi, schema: problemSchema, type: PROBLEM_TYPE },
})
