import { registerHooks } from 'node:module'

// Loaded before tests (--import): a service that a test starts listens behind Prism, and the test asks Prism.
const REAL = '/src/http/listen.ts'
const OURS = new URL('listen.ts', import.meta.url).href

registerHooks({
  resolve: (specifier, context, next) => {
    const found = next(specifier, context)
    return found.url.endsWith(REAL) && context.parentURL !== OURS ? { ...found, url: OURS } : found
  },
})
