import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir, mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, before, test, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import { innermost, missingForDebian, openDebian, STRANGER, type Debian } from '../support/process/debian.ts'
import {
  assertSearchable,
  documentedLines,
  folderAfter,
  ownPapers,
  stopwatch,
} from '../support/process/installation.ts'
import { serveBy } from '../support/process/longview-process.ts'

// A stranger installs Longview on a bare Debian by the lines that docs/self-hosting.md gives for each way, and searches their own papers.

const execute = promisify(execFile)
const ROOT = resolve(import.meta.dirname, '../..')

const missing = missingForDebian()
if (missing !== null) process.stdout.write(`not run: ${missing}\n`)

let debian: Debian
let release = ''
/** What was installed first serves the later ways as well, so its seconds count for each. */
let secondsOfPackages = 0

const endings: (() => Promise<void>)[] = []
after(async () => {
  for (const end of endings) await end()
})

before(async () => {
  if (missing !== null) return
  release = await mkdtemp(join(tmpdir(), 'longview-release-'))
  endings.push(() => rm(release, { recursive: true }))
  const making = execute(process.execPath, ['scripts/release.ts', '--to', release], { cwd: ROOT })
  ;[debian] = await Promise.all([openDebian({ after: (end) => endings.push(end) }), making])
})

/** A folder with the stranger's papers, and with the files of the release if those are what the way begins with. */
const newFolder = async (way: string, files: readonly string[] = []): Promise<string> => {
  const inside = `${STRANGER.home}/${way}`
  const folder = join(debian.root, inside)
  await mkdir(folder)
  await writeFile(join(folder, 'papers.bib'), ownPapers)
  for (const file of files) await copyFile(join(release, file), join(folder, file))
  await debian.run(`chown --recursive ${STRANGER.name}: .`, { folder: inside, root: true })
  return inside
}

/** What another machine is needed for. Everything else runs where none can be reached. */
const isOnline = (line: string): boolean => /^(?:apt-get|git|npm (?:ci|install))\b/u.test(line)
const isForRoot = (line: string): boolean => line.startsWith('apt-get')

/** The ways that end with a server in the foreground. */
const installed = async (t: TestContext, way: string, given: string, lines: readonly string[]) => {
  const { timed, report } = stopwatch(t, way, lines)
  let folder = given
  const commands = lines.slice(0, -1)
  for (const line of commands) {
    await timed(debian.run(line, { folder, root: isForRoot(line), online: isOnline(line) }))
    folder = folderAfter(line, folder)
  }
  const serve = debian.command(lines.at(-1) ?? '', { folder })
  const server = await timed(
    serveBy(serve, { environment: {} }, (child) =>
      t.after(async () => {
        // The server itself: it would go on listening after the program that entered its namespace.
        if (child.exitCode === null && child.pid !== undefined) process.kill(await innermost(child.pid), 'SIGKILL')
      }),
    ),
  )
  await timed(assertSearchable(debian.beside))
  const [packages = 0] = report(secondsOfPackages)
  secondsOfPackages += packages
  const pid = await innermost(server.child.pid ?? 0)
  assert.match(await readlink(`/proc/${pid}/exe`), /\/node_modules\/node-linux-(?:x64|arm64)\/bin\/node$/u)
  const ended = once(server.child, 'exit')
  process.kill(pid, 'SIGTERM')
  assert.deepEqual(await ended, [0, null])
}

test('npm', async (t) => {
  if (missing !== null) return
  await installed(t, 'npm', await newFolder('npm', await readdir(release)), await documentedLines('npm'))
})

test('checkout', async (t) => {
  if (missing !== null) return
  const source = join(debian.root, 'srv/longview.git')
  await execute('git', ['clone', '--quiet', '--bare', `file://${ROOT}`, source])
  await debian.run(`chown --recursive ${STRANGER.name}: longview.git`, { folder: '/srv', root: true })
  const lines = (await documentedLines('Checkout')).map((line) =>
    line.replace(/https:\S+longview\.git/u, 'file:///srv/longview.git'),
  )
  await installed(t, 'checkout', await newFolder('checkout'), lines)
})
