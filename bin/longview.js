#!/usr/bin/env node
// Plain JavaScript on purpose: an old Node must be able to run this far to start the one that npm installed with Longview.
import { spawn } from 'node:child_process'
import { accessSync, constants, mkdirSync, statSync } from 'node:fs'
import module from 'node:module'
import { constants as system } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The executable of the Node that was installed with Longview; null if this is its version, or none was. */
const findOtherNode = () => {
  const find = module.createRequire(new URL('../package.json', import.meta.url))
  const platform = process.platform === 'win32' ? 'win' : process.platform
  for (const name of [`node-${platform}-${process.arch}`, `node-bin-${platform}-${process.arch}`])
    try {
      const path = find.resolve(`${name}/package.json`)
      const { version, bin } = find(path)
      return version === process.versions.node ? null : join(dirname(path), bin.node)
    } catch {
      // npm installs only the package of this system, and none where there is none.
    }
  return null
}

/** The exit code of a loader that does not find a library (ld.so), before the program begins. */
const NOT_LOADED = 127

/** Lets another Node run this command and ends as it does; returns if that Node does not start. */
const runWith = async (node) => {
  const signals = ['SIGTERM', 'SIGHUP', 'SIGINT']
  // Before it starts: a signal that ended this process alone would leave that one running.
  for (const signal of signals)
    process.on(signal, () => {
      // Ctrl-C in a terminal reaches both, and a second one would end a server at once.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    })
  const child = spawn(node, [...process.execArgv, ...process.argv.slice(1)], { stdio: 'inherit' })
  const ended = new Promise((end) => child.once('exit', (code, signal) => end(code ?? 128 + system.signals[signal])))
  const isStarted = await new Promise((started) => {
    child.once('spawn', () => started(true)).once('error', () => started(false))
  })
  const code = isStarted ? await ended : NOT_LOADED
  if (code !== NOT_LOADED) process.exit(code)
  for (const signal of signals) process.removeAllListeners(signal)
}

/**
 * Where compiled code is kept from start to start, which halves a start: with the program, or, where that is read-only, with the
 * database. Null if neither will do. A folder of another user is not used: code in it runs with our rights.
 */
const findCache = () => {
  const database = /^sqlite:(?:\/\/)?(?<path>.+)$/u.exec(process.env.DATABASE_URL || 'sqlite:data/longview.db')
  try {
    const own = fileURLToPath(new URL('../node_modules/.cache/longview', import.meta.url))
    mkdirSync(own, { recursive: true })
    accessSync(own, constants.W_OK)
    return own
  } catch {
    if (!database) return null
  }
  try {
    const state = dirname(resolve(database.groups.path))
    const isOurs = !process.getuid || statSync(state).uid === process.getuid()
    return isOurs ? join(state, 'compile-cache') : null
  } catch {
    return null
  }
}

const node = findOtherNode()
if (node) await runWith(node)
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 24 || (major === 24 && minor < 15)) {
  process.stderr.write(
    node
      ? `Longview brought Node 26, which does not start here, and ${process.version} is too old. If a library is missing above, install it: libatomic.so.1 is "apt-get install libatomic1" on Debian and Ubuntu.\n`
      : `Longview needs Node 24.15 or newer, and this is ${process.version}: run "npm ci" and start it with "npm start" or "npx longview", which bring their own.\n`,
  )
  process.exit(1)
}
const cache = findCache()
if (cache) {
  module.enableCompileCache?.(cache)
  // Our threads and child processes find it here.
  process.env.NODE_COMPILE_CACHE ??= cache
}
const { run } = await import('../src/cli/main.ts')
await run(process.argv)
