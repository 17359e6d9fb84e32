/** Where to go on after signing in: a page of the console and nowhere else. */
export const safeRedirectPath = (path: string | undefined): string =>
  path !== undefined && path.length <= 500 && !path.includes('..') && /^\/console(?:[/?][\w\-./?=&%~+]*)?$/u.test(path)
    ? path
    : '/console'
