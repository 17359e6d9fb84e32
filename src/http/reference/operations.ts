import type { Route } from '#http/routing/route.ts'
import { operationId } from './description/operation-id.ts'
import { pathTemplate } from './description/path-template.ts'
import type { DescribedSurface, SurfaceDescription } from './openapi.ts'

/** An operation as the reference shows it. */
export type ReferencedOperation = {
  id: string
  template: string
  route: Route
  errors: SurfaceDescription
}

/** Files of pages are no interface. */
const isShown = ({ path }: Route): boolean => !path.startsWith('/assets/')

/** Every operation of the reference, in the order of the surfaces. */
export const listOperations = (surfaces: readonly DescribedSurface[]): ReferencedOperation[] =>
  surfaces.flatMap(({ routes, errors }) =>
    routes.filter(isShown).map((route) => {
      const template = pathTemplate(route.path)
      return { id: operationId(route.method, template), template, route, errors }
    }),
  )
