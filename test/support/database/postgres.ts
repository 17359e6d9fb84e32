import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { newClusterFolder, removeClusterFolder } from './cluster-folder.ts'
import { identity, prepareBinaries, type Binaries } from './postgres-binaries.ts'
import { initialise, newFolder, ownData, PASSWORD, USER } from './postgres-data.ts'

/** A real PostgreSQL of its own for a test file or a measurement. */

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address !== null ? address.port : 0
}

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

/** Databases of the server at a port. Processes that share it give them names of their own. */
export const databasesAt = (port: number): Databases => {
  const made: string[] = []

  const url = (database: string): string => `postgres://${USER}:${PASSWORD}@127.0.0.1:${port}/${database}`

  const run = async (statements: string, database = 'postgres'): Promise<Record<string, unknown>[]> => {
    const client = new Client({ connectionString: url(database) })
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query<Record<string, unknown>>(statements)).rows
    } finally {
      await client.end()
    }
  }

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

/** Tests use each of hundreds of databases for a second: nobody has to look after them. */
const LEFT_ALONE = { full_page_writes: 'off', autovacuum: 'off' }

/** Starts a cluster; whoever starts it removes it. */
export const startPostgres = async (): Promise<Cluster> => {
  const folder = newClusterFolder()
  const binaries = prepareBinaries(folder)
  initialise(folder, binaries)
  const cluster = clusterIn(folder, await freePort(), binaries, LEFT_ALONE)
  await cluster.start()
  return cluster
}

/** Starts the cluster of a folder, made at the first time; whoever starts it stops it. */
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
