/** Whether a path belongs to the console. */
export const isConsolePath = (path: string): boolean => path === '/console' || path.startsWith('/console/')
