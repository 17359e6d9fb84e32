import { adminRoute, pageResponse, redirectResponse } from '#http/console/console-route.ts'
import type { Route } from '#http/routing/route.ts'
import { postClosing, postSession, postUndoing } from './change-sessions.ts'
import { sessionPageQuery } from './input.ts'
import { downloadRefusals, showSession, showSessions, type IngestionPorts } from './show-sessions.ts'

export const ingestionRoutes = (ports: IngestionPorts): Route[] => [
  {
    ...adminRoute,
    method: 'get',
    path: '/console/ingestion',
    summary: 'The ingestion sessions, and a form for a new one',
    responses: pageResponse,
    handle: showSessions(ports),
  },
  {
    ...adminRoute,
    needsConfirmation: true,
    method: 'post',
    path: '/console/ingestion',
    summary: 'Opens an ingestion session and shows its key once',
    responses: pageResponse,
    handle: postSession(ports),
  },
  {
    ...adminRoute,
    method: 'get',
    path: '/console/ingestion/:id',
    summary: 'What came of an ingestion session',
    query: sessionPageQuery,
    responses: pageResponse,
    handle: showSession(ports),
  },
  {
    ...adminRoute,
    method: 'get',
    path: '/console/ingestion/:id/refused.csv',
    summary: 'The refused records of a session with their reasons',
    responses: { 200: { description: 'The records.', type: 'text/csv; charset=utf-8' } },
    handle: downloadRefusals(ports),
  },
  {
    ...adminRoute,
    method: 'post',
    path: '/console/ingestion/:id/close',
    summary: 'Ends an ingestion session',
    responses: redirectResponse,
    handle: postClosing(ports),
  },
  {
    ...adminRoute,
    needsConfirmation: true,
    method: 'post',
    path: '/console/ingestion/:id/undo',
    summary: 'Ends an ingestion session and undoes what it added',
    responses: redirectResponse,
    handle: postUndoing(ports),
  },
]
