#!/usr/bin/env node
// Plain JavaScript on purpose: an old Node must be able to read this far to be told what is wrong.
import module from 'node:module'
import { fileURLToPath } from 'node:url'
import v8 from 'node:v8'

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 24 || (major === 24 && minor < 15)) {
  process.stderr.write(
    `Longview needs Node 24.15 or newer, and this is ${process.version}: run "npm ci" and start it with "npm start" or "npx longview", which bring their own.\n`,
  )
  process.exit(1)
}
const isServer = process.argv[2] === 'serve'
// The C library of Linux gives each thread memory of its own and takes none of it back: some 15 MB, unless its environment
// says otherwise before the process begins. So it begins once more, in its own place; not where the operator has said
// how many such arenas there may be, nor under a parent that talks to it.
const mayBeginAgain =
  process.platform === 'linux' && process.env.MALLOC_ARENA_MAX === undefined && process.send === undefined
if (isServer && mayBeginAgain)
  try {
    process.execve?.(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], {
      ...process.env,
      MALLOC_ARENA_MAX: '1',
    })
  } catch {
    // Where a process may not be replaced, it serves all the same.
  }
// A server makes much garbage and keeps little: V8 would rather let it grow to hundreds of megabytes than look after it.
// Said before anything is loaded, as compiled code is kept for one set of flags; src/cli/serve/settle-memory.ts does the rest.
if (isServer)
  for (const flag of [
    '--semi-space-growth-factor=1',
    '--heap-growing-percent=30',
    '--external-memory-max-growing-factor=1.1',
    '--no-parallel-scavenge',
  ])
    v8.setFlagsFromString(flag)
// Stripped types and compiled code are kept from start to start: a third of the memory and half of the start-up time.
module.enableCompileCache?.(fileURLToPath(new URL('../node_modules/.cache/longview', import.meta.url)))
const { run } = await import('../src/cli/main.ts')
await run(process.argv)
