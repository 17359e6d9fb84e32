import { describeAgentApi } from './agent-surface.ts'
import { assetRoutes } from './assets/routes.ts'
import { describeCorpusApi } from './corpus-surface.ts'
import { corpusErrorSchema } from './corpus-api/errors.ts'
import { draftRoutes } from './editorial-api/drafts/routes.ts'
import { submissionRoutes as editorialSubmissionRoutes } from './editorial-api/submissions/routes.ts'
import { briefRoutes as editedBriefRoutes } from './editorial-api/briefs/routes.ts'
import { chapterRoutes as editedChapterRoutes } from './editorial-api/chapters/routes.ts'
import { conceptRoutes as editedConceptRoutes } from './editorial-api/concepts/routes.ts'
import { fileRoutes as editedFileRoutes } from './editorial-api/files/routes.ts'
import { gapRoutes as editedGapRoutes } from './editorial-api/gaps/routes.ts'
import { paperRoutes as editedPaperRoutes } from './editorial-api/papers/routes.ts'
import { correspondenceRoutes as readerCorrespondenceRoutes } from './reader/correspondence/routes.ts'
import { dumpRoutes } from './reader/dumps/routes.ts'
import { discoveryRoutes } from './reader/discovery/routes.ts'
import { followingRoutes } from './reader/following/routes.ts'
import { mapRoutes } from './reader/map/routes.ts'
import { chapterPageRoutes } from './reader/chapters/routes.ts'
import { libraryRoutes } from './reader/library/routes.ts'
import { statsRoutes } from './reader/stats/routes.ts'
import { suggestionRoutes } from './reader/suggestions/routes.ts'
import { importRoutes } from './editorial-api/imports/routes.ts'
import { ingestionRoutes } from './editorial-api/ingestion/routes.ts'
import { editorialPageRoutes } from './reader/editorial/routes.ts'
import { preferencesRoutes } from './reader/preferences/routes.ts'
import { resolveRoutes } from './reader/resolve/routes.ts'
import { fileRoutes } from './reader/files/routes.ts'
import { paperPageRoutes } from './reader/paper/routes.ts'
import type { DescribedSurface } from './reference/openapi.ts'
import { openApiTags } from './reference/openapi-tags.ts'
import { referenceRoutes } from './reference/routes.ts'
import type { SurfacePorts } from './surface-ports.ts'

/** The surfaces that have files of their own, because they are loaded apart from the others. */
const describeApis = (ports: SurfacePorts) => ({
  corpusApi: describeCorpusApi(ports),
  agentApi: describeAgentApi(ports),
})

/** Every described surface: its routes, in the order of the reference, and the form of its failures. */
export const describeSurfaces = (ports: SurfacePorts, apis = describeApis(ports)) => {
  const { corpusApi, agentApi } = apis
  const editorialApi: DescribedSurface = {
    routes: [
      ...draftRoutes(ports),
      ...editorialSubmissionRoutes(ports),
      ...editedPaperRoutes(ports),
      ...editedFileRoutes(ports),
      ...editedConceptRoutes(ports),
      ...editedGapRoutes(ports),
      ...editedChapterRoutes(ports),
      ...editedBriefRoutes(ports),
      ...importRoutes(ports),
      ...ingestionRoutes(ports),
    ],
    errors: { tag: openApiTags.editorialApi, schema: corpusErrorSchema, type: 'application/json' },
  }
  const pages: DescribedSurface = {
    routes: [
      ...libraryRoutes(ports),
      ...chapterPageRoutes(ports),
      ...readerCorrespondenceRoutes(ports),
      ...followingRoutes(ports),
      ...preferencesRoutes(ports),
      ...mapRoutes(ports),
      ...statsRoutes(ports),
      ...suggestionRoutes(ports),
      ...paperPageRoutes(ports),
      ...fileRoutes(ports),
      ...resolveRoutes(ports),
      ...editorialPageRoutes(ports),
      ...discoveryRoutes(ports),
      ...dumpRoutes(ports),
      ...referenceRoutes({ ...ports, surfaces: () => [corpusApi, agentApi, editorialApi, pages] }),
      ...assetRoutes(),
    ],
    errors: { tag: openApiTags.pages, schema: corpusErrorSchema, type: 'text/html' },
  }

  return { ...apis, editorialApi, pages }
}

export type DescribedSurfaces = ReturnType<typeof describeSurfaces>
