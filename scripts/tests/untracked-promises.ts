import asyncHooks from 'node:async_hooks'

/**
 * To be loaded before `node:test`, which follows every promise to tell in which test an error was that nobody caught. In tests
 * that answer thousands of requests this is a quarter of all processor time. Without it such an error still fails the
 * run, and the file that it belongs to is named.
 */
const { createHook } = asyncHooks
Object.assign(asyncHooks, {
  createHook: (hooks: asyncHooks.HookCallbacks) => createHook({ ...hooks, trackPromises: false }),
})
