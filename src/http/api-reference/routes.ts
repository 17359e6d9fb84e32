import type { Context } from 'hono'
import { Failure } from '#core/failure.ts'
import { HTML_TYPE, json, page } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import { openApiDocument, type DescribedSurface, listOperations } from './openapi.ts'
import { operationPage, referencePage } from './pages.ts'
import type { LiveSite } from '#ports/site.ts'

type Ports = {
  version: string
  site: LiveSite
  publicUrl: () => string
  surfaces: () => readonly DescribedSurface[]
}

const open = { method: 'get', access: 'public', caching: 'revision' } as const

export const referenceRoutes = ({ surfaces, publicUrl, ...site }: Ports): Route[] => {
  const description = () => openApiDocument(surfaces(), { ...site, publicUrl: publicUrl() })
  const asJson = (path: `/${string}`): Route => ({
    ...open,
    path,
    summary: 'The OpenAPI 3.1 description of every route',
    allowCors: true,
    responses: { 200: { description: 'The description.' } },
    handle: () => json(200, description()),
  })
  const showOperation = (context: Context) => {
    const id = context.req.param('operation')
    const referenced = listOperations(surfaces()).find((operation) => operation.id === id)
    if (referenced === undefined) throw new Failure('not_found', 'There is no such operation.')
    return page(200, operationPage({ ...site, publicUrl: publicUrl(), referenced }))
  }
  return [
    asJson('/openapi.json'),
    asJson('/.well-known/openapi.json'),
    {
      ...open,
      path: '/docs',
      summary: 'The reference as a page',
      allowCors: false,
      responses: { 200: { description: 'The page.', type: HTML_TYPE } },
      handle: () => page(200, referencePage({ ...site, surfaces: surfaces() })),
    },
    {
      ...open,
      path: '/docs/:operation',
      summary: 'One operation of the reference: parameters, responses, examples',
      allowCors: false,
      responses: {
        200: { description: 'The page.', type: HTML_TYPE },
        404: { description: 'There is no such operation.', type: HTML_TYPE },
      },
      handle: showOperation,
    },
  ]
}
