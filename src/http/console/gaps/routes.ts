import type { Route } from '#http/routing/route.ts'
import { editorRoute, pageResponse, redirectResponse } from '#http/console/console-route.ts'
import { savedQuery } from '#http/console/saved-query.ts'
import type { GapPorts } from './gap-form.ts'
import { showGaps, showNewGap, showGapForm } from './show-gaps.ts'
import { previewGap, saveGap } from './save-gap.ts'

export const gapRoutes = (ports: GapPorts): Route[] => [
  {
    ...editorRoute,
    method: 'get',
    path: '/console/gaps',
    summary: 'Every research gap',
    responses: pageResponse,
    handle: showGaps(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: '/console/gaps',
    summary: 'Adds a gap',
    responses: redirectResponse,
    handle: saveGap(ports),
  },
  {
    ...editorRoute,
    method: 'get',
    path: '/console/gaps/new',
    summary: 'The form of a new gap',
    responses: pageResponse,
    handle: showNewGap(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: '/console/gaps/preview',
    summary: 'Finds papers for a new gap and stores nothing',
    responses: pageResponse,
    handle: previewGap(ports),
  },
  {
    ...editorRoute,
    method: 'get',
    path: '/console/gaps/:id',
    summary: 'The form of a gap',
    query: savedQuery,
    responses: pageResponse,
    handle: showGapForm(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: '/console/gaps/:id',
    summary: 'Stores a gap as a new version',
    responses: redirectResponse,
    handle: saveGap(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: '/console/gaps/:id/preview',
    summary: 'Finds papers for a gap and stores nothing',
    responses: pageResponse,
    handle: previewGap(ports),
  },
]
