import { shownRoutes } from '#http/reader/shown-routes.ts'
import { citationRoutes } from '#http/agent-api/citations.ts'
import { changeRoutes } from '#http/agent-api/changes/routes.ts'
import { editorialRoutes } from '#http/agent-api/editorial.ts'
import { PROBLEM_TYPE, problemSchema } from './agent-api/errors.ts'
import { evidenceRoutes } from '#http/agent-api/evidence.ts'
import { paperRoutes as agentPaperRoutes } from '#http/agent-api/papers.ts'
import { passageRoutes } from '#http/agent-api/passages.ts'
import { recordRoutes } from '#http/agent-api/records.ts'
import { referenceCheckRoutes } from '#http/agent-api/references.ts'
import { reportCheckRoutes } from './agent-api/check.ts'
import { searchRoutes } from '#http/agent-api/search.ts'
import { assetRoutes } from './assets/routes.ts'
import { siteFileRoutes } from './assets/site-routes.ts'
import { correspondenceRoutes } from '#http/corpus-api/correspondence.ts'
import { corpusErrorSchema } from './corpus-api/errors.ts'
import { bounceRoutes } from '#http/corpus-api/bounces.ts'
import { paperRoutes } from '#http/corpus-api/papers.ts'
import { statusRoutes } from '#http/corpus-api/status.ts'
import { submissionRoutes } from '#http/corpus-api/submissions.ts'
import { assessmentRoutes } from '#http/editorial-api/assessments.ts'
import { briefRoutes as editedBriefRoutes } from '#http/editorial-api/briefs.ts'
import { candidateRoutes } from '#http/editorial-api/candidates.ts'
import { chapterRoutes as editedChapterRoutes } from '#http/editorial-api/chapters.ts'
import { conceptRoutes as editedConceptRoutes } from '#http/editorial-api/concepts.ts'
import { draftRoutes } from '#http/editorial-api/drafts.ts'
import { fileRoutes as editedFileRoutes } from '#http/editorial-api/files.ts'
import { gapRoutes as editedGapRoutes } from '#http/editorial-api/gaps.ts'
import { importRoutes } from '#http/editorial-api/imports.ts'
import { alertRoutes } from '#http/editorial-api/alerts.ts'
import { evidenceRoutes as judgedEvidenceRoutes } from '#http/editorial-api/evidence.ts'
import { proposalRoutes } from '#http/editorial-api/proposals.ts'
import { ingestionRoutes } from '#http/editorial-api/ingest-sessions.ts'
import { paperRoutes as editedPaperRoutes } from '#http/editorial-api/papers.ts'
import { settingsRoutes } from '#http/editorial-api/settings.ts'
import { submissionRoutes as editorialSubmissionRoutes } from '#http/editorial-api/submissions.ts'
import { withWaysBack } from './pipeline/ways-back.ts'
import type { SurfacePorts } from './ports.ts'
import { chapterPageRoutes } from '#http/reader/chapters/routes.ts'
import { checkPageRoutes } from './reader/check/routes.ts'
import { compareRoutes } from './reader/compare/routes.ts'
import { correspondenceRoutes as readerCorrespondenceRoutes } from '#http/reader/correspondence/routes.ts'
import { discoveryRoutes } from './reader/discovery/routes.ts'
import { dumpRoutes } from '#http/reader/dumps/routes.ts'
import { editorialPageRoutes } from '#http/reader/editorial/routes.ts'
import { fileRoutes } from './reader/files/routes.ts'
import { followingRoutes } from '#http/reader/following/routes.ts'
import { homeRoutes } from './reader/home/routes.ts'
import { libraryRoutes } from './reader/library/routes.ts'
import { mapRoutes } from '#http/reader/map/routes.ts'
import { nameRoutes } from './reader/names/routes.ts'
import { paperPageRoutes } from './reader/paper/routes.ts'
import { preferencesRoutes } from '#http/reader/preferences/routes.ts'
import { readingListRoutes } from '#http/reader/reading-list/routes.ts'
import { resolveRoutes } from './reader/resolve/routes.ts'
import { shareImageRoutes } from './reader/share-images/routes.ts'
import { statsRoutes } from './reader/stats/routes.ts'
import { suggestionRoutes } from './reader/suggestions/routes.ts'
import { openApiTags, type DescribedSurface } from '#http/api-reference/openapi.ts'
import { referenceRoutes } from './api-reference/routes.ts'

/** The map: every documented surface, with its routes in the order of the reference and the form of its failures. */
export const describeSurfaces = (ports: SurfacePorts) => {
  const whole = { ...ports, store: ports.wholeStore }
  const corpusApi: DescribedSurface = {
    routes: [
      ...paperRoutes(ports),
      ...submissionRoutes(ports),
      ...correspondenceRoutes(ports),
      ...bounceRoutes(ports),
      ...statusRoutes(ports),
    ],
    errors: { tag: openApiTags.corpusApi, schema: corpusErrorSchema, type: 'application/json' },
  }
  const agentApi: DescribedSurface = {
    routes: [
      ...agentPaperRoutes(ports),
      ...citationRoutes(ports),
      ...passageRoutes(ports),
      ...referenceCheckRoutes(ports),
      ...reportCheckRoutes(ports),
      ...searchRoutes(ports),
      ...editorialRoutes(ports),
      ...evidenceRoutes(ports),
      ...changeRoutes(whole),
      ...recordRoutes(whole),
    ],
    errors: { tag: openApiTags.agentApi, schema: problemSchema, type: PROBLEM_TYPE },
  }
  const editorialApi: DescribedSurface = {
    routes: [
      ...draftRoutes(whole),
      ...editorialSubmissionRoutes(whole),
      ...assessmentRoutes(whole),
      ...editedPaperRoutes(whole),
      ...editedFileRoutes(whole),
      ...editedConceptRoutes(whole),
      ...editedGapRoutes(whole),
      ...editedChapterRoutes(whole),
      ...editedBriefRoutes(whole),
      ...settingsRoutes(whole),
      ...importRoutes(whole),
      ...proposalRoutes(whole),
      ...alertRoutes(whole),
      ...judgedEvidenceRoutes(whole),
      ...candidateRoutes(whole),
      ...ingestionRoutes(whole),
    ],
    errors: { tag: openApiTags.editorialApi, schema: corpusErrorSchema, type: 'application/json' },
  }
  const pages: DescribedSurface = {
    routes: withWaysBack(
      shownRoutes(ports.site, [
        ...homeRoutes(ports),
        ...libraryRoutes(ports),
        ...chapterPageRoutes(ports),
        ...readerCorrespondenceRoutes(ports),
        ...followingRoutes(ports),
        ...preferencesRoutes(ports),
        ...mapRoutes(ports),
        ...statsRoutes(ports),
        ...suggestionRoutes(ports),
        ...paperPageRoutes(ports),
        ...shareImageRoutes(ports),
        ...fileRoutes(ports),
        ...resolveRoutes(ports),
        ...editorialPageRoutes(ports),
        ...nameRoutes(ports),
        ...readingListRoutes(ports),
        ...compareRoutes(ports),
        ...checkPageRoutes(ports),
        ...discoveryRoutes(ports),
        ...dumpRoutes(ports),
        ...referenceRoutes({ ...ports, surfaces: () => [corpusApi, agentApi, editorialApi, pages] }),
        ...assetRoutes(),
        ...siteFileRoutes(ports),
      ]),
    ),
    errors: { tag: openApiTags.pages, schema: corpusErrorSchema, type: 'text/html' },
  }
  return { corpusApi, agentApi, editorialApi, pages }
}
