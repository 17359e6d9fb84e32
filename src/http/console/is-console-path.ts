/** Where the console is, as the router matches it. */
export const CONSOLE_PATHS = ['/console', '/console/*'] as const

/** Whether a path belongs to the console. */
export const isConsolePath = (path: string): boolean => path === '/console' || path.startsWith('/console/')
