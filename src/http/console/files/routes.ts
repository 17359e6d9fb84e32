import { editorRoute, htmlResponse, pageResponse, redirectResponse } from '#http/console/console-route.ts'
import type { Clock } from '#ports/clock.ts'
import type { Route } from '#http/routing/route.ts'
import { addFiles, removeFile, savePermission, uploadQuery } from './change-files.ts'
import { importPdfs } from './import-pdfs.ts'
import { filesQuery, paperFilesQuery, showFiles, showPaperFiles, type FilePorts } from './show-files.ts'

export const fileRoutes = (ports: FilePorts & { clock: Clock }): Route[] => [
  {
    ...editorRoute,
    method: 'get',
    path: '/console/files',
    summary: 'The files of the library, their size, and whether their store works',
    query: filesQuery,
    responses: pageResponse,
    handle: showFiles(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: '/console/files',
    summary: 'New papers from PDFs, read from their pages',
    responses: { ...pageResponse, 503: htmlResponse('Another import of PDFs is under way.') },
    handle: importPdfs(ports),
  },
  {
    ...editorRoute,
    method: 'get',
    path: '/console/papers/:id/files',
    summary: 'The files of a paper',
    query: paperFilesQuery,
    responses: pageResponse,
    handle: showPaperFiles(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: '/console/papers/:id/files',
    summary: 'Adds files to a paper, each by itself',
    query: uploadQuery,
    responses: { ...redirectResponse, 400: htmlResponse('A file is refused; the others were added.') },
    handle: addFiles(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: '/console/papers/:id/files/remove',
    summary: 'Takes a file away from a paper',
    responses: redirectResponse,
    handle: removeFile(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: '/console/papers/:id/files/permission',
    summary: 'Says who may get the files of a paper',
    responses: redirectResponse,
    handle: savePermission(ports),
  },
]
