import asyncHooks from 'node:async_hooks'

/**
 * To be loaded before `node:test`, which tracks every promise to attribute uncaught errors to a test. In tests that answer
 * thousands of requests this takes a quarter of all processor time. Without it such an error still fails the run, and its file
 * is named.
 */
const { createHook } = asyncHooks
Object.assign(asyncHooks, {
  createHook: (hooks: asyncHooks.HookCallbacks) => createHook({ ...hooks, trackPromises: false }),
})
