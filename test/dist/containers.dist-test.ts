import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { after, before, test, type TestContext } from 'node:test'
import { missingForContainers, openContainers, type Containers } from '../support/process/containers.ts'
import {
  assertSearchable,
  documentedLines,
  folderAfter,
  ownPapers,
  stopwatch,
} from '../support/process/installation.ts'

/**
 * A stranger runs Longview in containers by the lines that docs/self-hosting.md gives: Containerfile and compose files as they are,
 * on a Debian that mmdebstrap makes. Podman builds and runs them for the Compose of Debian. Only the image of PostgreSQL is another
 * one, with the server of Debian, because no registry of images is asked.
 */

const ROOT = resolve(import.meta.dirname, '../..')
const MEBIBYTE = 2 ** 20
/** In docs/self-hosting.md. */
const MOST_ADDED = 220 * MEBIBYTE

const missing = missingForContainers()
if (missing !== null) process.stdout.write(`not run: ${missing}\n`)

let containers: Containers
const endings: (() => Promise<void>)[] = []
after(async () => {
  for (const end of endings) await end()
})

before(async () => {
  if (missing === null) containers = await openContainers({ after: (end) => endings.push(end) })
})

type Inspected = {
  State: { ExitCode: number }
  Config: { User: string }
  HostConfig: { ReadonlyRootfs: boolean; SecurityOpt: string[] }
  EffectiveCaps: string[] | null
  Mounts: { Destination: string; RW: boolean; Type: string }[]
}

/** Runs the health checks of all containers. One fails until its container is healthy, and where there is nothing to check. */
const checkHealth = async (): Promise<void> => {
  for (const id of (await containers.podman('ps', '--quiet')).split('\n').filter(Boolean))
    await containers.podman('healthcheck', 'run', id).catch(() => {})
}

/** Types a line. While containers start, their health is checked, which Podman leaves to systemd, and the test has none. */
const type = async (line: string, folder: string): Promise<string> => {
  const work = containers.type(line, folder)
  if (!line.startsWith('docker compose up')) return work
  let isOver = false
  const over = work.finally(() => (isOver = true))
  while (!isOver) await Promise.race([over, checkHealth()])
  return over
}

/** What runs after the lines of a way, in the folder where they end. */
type Installed = {
  compose: (command: string) => Promise<string>
  inspect: (service: string) => Promise<Inspected>
}

const install = async (t: TestContext, way: string, heading: string): Promise<Installed> => {
  const lines = (await documentedLines(heading)).map((line) =>
    line.replace(/https:\S+longview\.git/u, `file://${ROOT}`),
  )
  const { timed, report } = stopwatch(t, way, lines)
  let folder = join(containers.home, way)
  await mkdir(folder)
  await writeFile(join(folder, 'papers.bib'), ownPapers)
  for (const line of lines) {
    await timed(type(line, folder))
    folder = folderAfter(line, folder)
  }
  await timed(assertSearchable(containers.beside))
  report()
  return {
    compose: (command) => type(`docker compose ${command}`, folder),
    inspect: async (service) => {
      const [found] = JSON.parse(await containers.podman('inspect', `longview_${service}_1`)) as [Inspected]
      return found
    },
  }
}

/** It runs as an unprivileged user without capabilities, and can write to its volume only. */
const assertConfined = async ({ compose, inspect }: Installed, volumes: readonly string[]): Promise<void> => {
  const { Config, HostConfig, EffectiveCaps, Mounts } = await inspect('longview')
  assert.deepEqual(
    { user: Config.User, readOnly: HostConfig.ReadonlyRootfs, capabilities: EffectiveCaps ?? [] },
    { user: '10001:10001', readOnly: true, capabilities: [] },
  )
  assert.ok(HostConfig.SecurityOpt.includes('no-new-privileges'))
  const mounted = Mounts.filter(({ Type }) => Type === 'volume').map(
    ({ Destination, RW }) => `${Destination} ${RW ? 'rw' : 'ro'}`,
  )
  assert.deepEqual(mounted.toSorted(), volumes)
  const writable = await compose('exec -T longview sh -c "find / -xdev -writable -not -type l 2> /dev/null; true"')
  // The volume and folders in memory; Podman adds two of those to the one that compose.yaml names.
  assert.deepEqual(writable.trim().split('\n').toSorted(), ['/run', '/tmp', '/var/lib/longview', '/var/tmp'])
}

const assertHealthy = async (): Promise<void> => {
  await containers.podman('healthcheck', 'run', 'longview_longview_1')
}

/** Stopped and started again, it has all papers, and the stop was an orderly one. */
const assertRestarts = async ({ compose, inspect }: Installed): Promise<void> => {
  await compose('stop longview')
  assert.equal((await inspect('longview')).State.ExitCode, 0)
  await compose('up --detach')
  await compose(
    `exec -T longview node --eval "const ask = () => fetch('http://127.0.0.1:8080/api/health/ready').catch(ask); ask()"`,
  )
  await assertHealthy()
  await assertSearchable(containers.beside)
}

const SECRETS = 'exec -T longview find . -name "longview-first-start-*" -exec cat {} \\; -delete'

const assertFirstSecrets = async ({ compose }: Installed): Promise<void> => {
  assert.match(
    await compose(SECRETS),
    /^ {2}API key {4}lv_live_\w+[^]*\n {2}sign in {4}http:\/\/127\.0\.0\.1:8080\/console\//u,
  )
  assert.equal(await compose(SECRETS), '')
}

/** A backup is read back where it was made. */
const assertBackedUp = async ({ compose }: Installed): Promise<void> => {
  await compose('exec -T longview longview backup backup.db')
  assert.match(await compose('exec -T longview longview restore --verify backup.db'), /\S/u)
}

const sizeOf = async (image: string): Promise<number> =>
  Number(await containers.podman('image', 'inspect', '--format', '{{.Size}}', image))

const reportSizes = async (t: TestContext, { compose }: Installed): Promise<void> => {
  const [base, whole] = [await sizeOf('longview-test-base'), await sizeOf('longview')]
  const parts = await compose(
    'exec -T longview sh -c "cd /opt/longview; du --summarize --block-size=MiB node_modules/node-linux-* node_modules/better-sqlite3 node_modules src"',
  )
  t.diagnostic(`measured: image ${Math.round(whole / MEBIBYTE)} MiB, base ${Math.round(base / MEBIBYTE)} MiB`)
  t.diagnostic(`measured: ${parts.trim().replaceAll(/\s+/gu, ' ')}`)
  assert.ok(whole - base < MOST_ADDED, `${whole - base} bytes more than the base`)
}

test('SQLite', async (t) => {
  if (missing !== null) return
  const installed = await install(t, 'sqlite', 'Containers')
  await assertHealthy()
  await assertConfined(installed, ['/var/lib/longview rw'])
  await assertFirstSecrets(installed)
  await assertBackedUp(installed)
  await assertRestarts(installed)
  await reportSizes(t, installed)
  await installed.compose('down --volumes')
})

test('PostgreSQL', async (t) => {
  if (missing !== null) return
  await containers.buildPostgres()
  const installed = await install(t, 'postgres', 'Containers with PostgreSQL')
  await assertHealthy()
  await assertConfined(installed, ['/run/secrets ro', '/var/lib/longview rw'])
  await assertFirstSecrets(installed)
  await assertBackedUp(installed)
  assert.equal((await installed.inspect('migrate')).State.ExitCode, 0)
  const before = await installed.compose('exec -T longview cat /run/secrets/database-url /run/secrets/secret-key')
  assert.match(before, /^postgres:\/\/longview:[\dA-F]{48}@database\/longview\n[\dA-F]{48}\n$/u)
  await assertRestarts(installed)
  assert.equal(
    await installed.compose('exec -T longview cat /run/secrets/database-url /run/secrets/secret-key'),
    before,
  )
  await installed.compose('down --volumes')
})
