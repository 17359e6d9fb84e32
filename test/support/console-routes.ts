import { consoleRoutes } from '#http/console/routes.ts'
import type { Route } from '#http/kit/route.ts'

/** The route table of the console itself; no handler of it is called. */
export const consoleTable: readonly Route[] = consoleRoutes({} as Parameters<typeof consoleRoutes>[0])

/** A path with something in the place of its parameters. */
export const samplePath = ({ path }: Pick<Route, 'path'>): string => path.replaceAll(/:\w+/gu, 'p1')
