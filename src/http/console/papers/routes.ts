import type { Route } from '#http/routing/route.ts'
import { editorRoute, pageResponse, redirectResponse } from '#http/console/console-route.ts'
import { savedQuery } from '#http/console/saved-query.ts'
import type { PapersPorts } from './present.ts'
import { paperListQuery, versionsQuery } from './input.ts'
import { showPapers } from './list-papers.ts'
import { showPaperForm, previewPaper, savePaper } from './edit-paper.ts'
import { showVersions, restoreVersion } from './show-versions.ts'
import { mergeIntoPaper } from './merge-into-paper.ts'
import { retractPaper } from './retract-paper.ts'

export const paperRoutes = (ports: PapersPorts): Route[] => [
  {
    ...editorRoute,
    method: 'get',
    path: '/console/papers',
    summary: 'Papers of any state, searched or listed',
    query: paperListQuery,
    responses: pageResponse,
    handle: showPapers(ports),
  },
  {
    ...editorRoute,
    method: 'get',
    path: '/console/papers/:id/edit',
    summary: 'The form of a paper',
    query: savedQuery,
    responses: pageResponse,
    handle: showPaperForm(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: '/console/papers/:id',
    summary: 'Stores the form as a new version',
    responses: redirectResponse,
    handle: savePaper(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: '/console/papers/:id/preview',
    summary: 'Shows the preview of a paper; stores nothing',
    responses: pageResponse,
    handle: previewPaper(ports),
  },
  {
    ...editorRoute,
    method: 'get',
    path: '/console/papers/:id/versions',
    summary: 'Who changed a paper and how',
    query: versionsQuery,
    responses: pageResponse,
    handle: showVersions(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: '/console/papers/:id/restore',
    summary: 'Restores an earlier version as a new one',
    responses: redirectResponse,
    handle: restoreVersion(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: '/console/papers/:id/merge',
    summary: 'Merges a duplicate into another paper',
    responses: redirectResponse,
    handle: mergeIntoPaper(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: '/console/papers/:id/retract',
    summary: 'Retracts a public paper, with the reason',
    responses: redirectResponse,
    handle: retractPaper(ports),
  },
]
