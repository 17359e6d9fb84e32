import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import type { Ending } from '../files.ts'
import { freePort } from '../free-port.ts'
import { identity, type Databases } from './postgres.ts'

/** PgBouncer lies where root finds it. */
const PATH = [process.env.PATH ?? '', '/usr/sbin', '/usr/local/sbin'].join(delimiter)

/** Its version, such as 1.18.0; null where it is not installed. */
export const pgBouncerVersion = (): string | null => {
  const { stdout, error } = spawnSync('pgbouncer', ['--version'], { env: { PATH }, encoding: 'utf8' })
  return error === undefined ? (/^PgBouncer (?<version>\S+)/u.exec(stdout)?.groups?.version ?? null) : null
}

/** Sessions that PgBouncer keeps with the server: fewer than Longview has connections, so that they are shared. */
const SESSIONS = 3

export type PgBouncer = {
  /** The address of a database behind it. */
  url(direct: string): string
  /** A command of its console, such as RECONNECT. */
  command(text: string): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

/** PgBouncer in transaction mode before a server, with nothing set that is not needed. It ends with the test. */
export const startPgBouncer = async (t: Ending, server: Databases): Promise<PgBouncer> => {
  const folder = await mkdtemp(join(tmpdir(), 'longview-pgbouncer-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const port = await freePort()
  const { username, password } = new URL(server.url('postgres'))
  const settings = [
    '[databases]',
    `* = host=127.0.0.1 port=${server.port}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = scram-sha-256',
    `auth_file = ${join(folder, 'users')}`,
    `admin_users = ${username}`,
    'pool_mode = transaction',
    `default_pool_size = ${SESSIONS}`,
  ]
  await writeFile(join(folder, 'settings'), settings.join('\n'))
  await writeFile(join(folder, 'users'), `"${username}" "${password}"\n`)
  await chmod(folder, 0o755)
  for (const name of ['settings', 'users'])
    if (identity.uid !== undefined) await chown(join(folder, name), identity.uid, identity.uid)

  const url = (direct: string): string => direct.replace(`:${server.port}/`, `:${port}/`)
  let child: ChildProcess | undefined

  const command = async (text: string): Promise<void> => {
    const client = new Client({ connectionString: url(server.url('pgbouncer')) })
    client.on('error', () => {})
    await client.connect()
    try {
      await client.query(text)
    } finally {
      await client.end()
    }
  }

  const answers = (): Promise<boolean> =>
    command('SHOW VERSION').then(
      () => true,
      () => false,
    )

  const stop = async (): Promise<void> => {
    if (child === undefined || child.exitCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  }

  const start = async (): Promise<void> => {
    const started = spawn('pgbouncer', [join(folder, 'settings')], {
      ...identity,
      env: { PATH },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    child = started
    let output = ''
    started.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
    while (!(await answers())) {
      if (started.exitCode !== null) throw new Error(`PgBouncer ended: ${output}`)
      await pause(25)
    }
  }

  t.after(stop)
  await start()
  return { url, command, start, stop }
}
