import module, { type ResolveFnOutput, type ResolveHookSync } from 'node:module'

const SOURCE = new URL('./', import.meta.url).href
/** Says by itself which file it means. */
const FILE = /^\.\.?\/.*\.[jt]s$/u

/**
 * Finds what import lines mean as Node does, but without asking the file system about every line, also for a file that is loaded
 * already: a relative path means the file there, and a name means the same in all files of ours. A file that is missing is then
 * noticed when it is read.
 */
export const resolverOnce = (): ResolveHookSync => {
  const named = new Map<string, ResolveFnOutput>()
  return (specifier, context, next) => {
    const { parentURL, conditions } = context
    if (parentURL === undefined || !conditions.includes('import')) return next(specifier, context)
    if (FILE.test(specifier)) return { url: new URL(specifier, parentURL).href, shortCircuit: true }
    if (!parentURL.startsWith(SOURCE)) return next(specifier, context)
    const known = named.get(specifier)
    if (known !== undefined) return known
    const found = next(specifier, context)
    named.set(specifier, { ...found, shortCircuit: true })
    return found
  }
}

/** From now on this thread resolves its imports so: a server has 2,000 import lines, and Node’s own way took a fifth of its start. */
export const resolveOnce = (): void => void module.registerHooks({ resolve: resolverOnce() })
