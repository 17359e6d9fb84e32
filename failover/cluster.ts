import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'

/** Three nodes, each in a network namespace of its own, with HAProxy, PgBouncer and two processes of Longview before them. */

const run = promisify(execFile)
const ROOT = resolve(import.meta.dirname, '..')
const LONGVIEW = join(ROOT, 'bin', 'longview.js')
const DEPLOY = join(ROOT, 'deploy')
const LOCAL = '10.77.0.1'
const PASSWORD = 'only-for-this-run'
const BRIDGE = 'lvfo0'
export const NODES = [1, 2, 3] as const
export type NodeNumber = (typeof NODES)[number]
const addressOf = (node: NodeNumber): string => `10.77.0.1${node}`
const namespaceOf = (node: NodeNumber): string => `lvfo${node}`

/** A process of Longview, as HAProxy names it. */
const haproxyName = (number: 1 | 2): string => `longview/app-${number === 1 ? 'one' : 'two'}`

export const BASE = `http://${LOCAL}:8080`
export const DIRECT_URL = `postgres://longview:${PASSWORD}@${LOCAL}:5000/longview`
const nodeUrl = (node: NodeNumber): string => `postgres://longview:${PASSWORD}@${addressOf(node)}:5432/longview`

const PROGRAMS = ['patroni', 'etcd', 'haproxy', 'pgbouncer', 'ip', 'setpriv']
const PATH = `${process.env.PATH ?? ''}:/usr/sbin:/sbin`

/** The first program that is not installed; null if all are. */
export const missingProgram = (): string | null =>
  PROGRAMS.find((name) => spawnSync('which', [name], { env: { PATH } }).status !== 0) ?? null

export type Times = { ttl: number; loopWait: number; retryTimeout: number; primaryStartTimeout: number }

const ip = (...args: string[]): void => {
  const { status, stderr } = spawnSync('ip', args, { env: { PATH }, encoding: 'utf8' })
  if (status !== 0) throw new Error(`ip ${args.join(' ')}: ${stderr}`)
}

const postgresUser = (): number => Number(spawnSync('id', ['-u', 'postgres'], { encoding: 'utf8' }).stdout)

type Member = { state: string; role: string; lag?: number }

/** Whether a member takes part and has everything. */
const isGood = ({ state, role, lag }: Member): boolean =>
  ['running', 'streaming'].includes(state) && (role === 'leader' || lag === 0)

export const openCluster = async (folder: string, times: Times, mail: number) => {
  const user = postgresUser()
  const children = new Map<string, ChildProcess>()
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o755)
  const runFolder = join(folder, 'run')
  mkdirSync(runFolder, { recursive: true })
  chownSync(runFolder, user, user)

  /** A file of deploy/ with its places filled in. */
  const fill = (name: string, to: string, values: Record<string, string>): string => {
    const text = readFileSync(join(DEPLOY, name), 'utf8').replaceAll(/\$\{(?<place>\w+)\}/gu, (_, place: string) => {
      const value = values[place]
      if (value === undefined) throw new Error(`${name}: nothing for ${place}`)
      return value
    })
    const path = join(runFolder, to)
    writeFileSync(path, text)
    chownSync(path, user, user)
    return path
  }

  const start = (name: string, command: string, args: string[], env: NodeJS.ProcessEnv = {}): ChildProcess => {
    const log = openSync(join(folder, `${name}.log`), 'a')
    const child = spawn(command, args, {
      env: { PATH, HOME: '/tmp', LC_ALL: 'C', ...env },
      stdio: ['ignore', log, log],
      cwd: folder,
    })
    children.set(name, child)
    return child
  }
  const pidOf = (name: string): number => children.get(name)?.pid ?? 0
  const isRunning = (name: string): boolean => {
    const child = children.get(name)
    return child !== undefined && child.exitCode === null && child.signalCode === null
  }
  const signal = (name: string, what: NodeJS.Signals): void => {
    if (isRunning(name)) children.get(name)?.kill(what)
  }

  const asPostgres = (node: NodeNumber, command: string[]): [string, string[]] => [
    'ip',
    ['netns', 'exec', namespaceOf(node), 'setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups', ...command],
  ]

  const addresses = Object.fromEntries(NODES.map((node) => [`NODE_${node}`, addressOf(node)]))
  const dataOf = (node: NodeNumber): string => join(folder, `disk${node}`)

  const startEtcd = (node: NodeNumber): void => {
    const data = join(folder, `etcd${node}`)
    mkdirSync(data, { recursive: true, mode: 0o700 })
    chownSync(data, user, user)
    const values = { ...addresses, NODE: `node${node}`, ADDRESS: addressOf(node), DATA: data }
    const lines = readFileSync(fill('etcd.env', `etcd${node}.env`, values), 'utf8').split('\n')
    const env = Object.fromEntries(
      lines
        .filter((line) => line.startsWith('ETCD_'))
        .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    )
    start(`etcd${node}`, ...asPostgres(node, ['etcd']), env)
  }

  const startPatroni = (node: NodeNumber): void => {
    const path = fill('patroni.yaml', `patroni${node}.yaml`, {
      NODE: `node${node}`,
      ADDRESS: addressOf(node),
      ETCD: NODES.map((each) => `${addressOf(each)}:2379`).join(','),
      TTL: String(times.ttl),
      LOOP_WAIT: String(times.loopWait),
      RETRY_TIMEOUT: String(times.retryTimeout),
      PRIMARY_START_TIMEOUT: String(times.primaryStartTimeout),
      DATA: join(dataOf(node), 'data'),
      RUN: runFolder,
      SOCKETS: dataOf(node),
      SUPERUSER_PASSWORD: PASSWORD,
      REPLICATION_PASSWORD: PASSWORD,
      NETWORK: '10.77.0.0/24',
    })
    start(`patroni${node}`, ...asPostgres(node, ['patroni', path]))
  }

  const startBouncer = (): void => {
    const path = fill('pgbouncer.ini', 'pgbouncer.ini', { LOCAL, RUN: runFolder })
    start('pgbouncer', 'setpriv', [`--reuid=${user}`, `--regid=${user}`, '--clear-groups', 'pgbouncer', path])
  }

  const environment = {
    DATABASE_URL: `postgres://longview:${PASSWORD}@${LOCAL}:6432/longview`,
    DATABASE_POOLER: 'transaction',
    DATABASE_DIRECT_URL: DIRECT_URL,
    DATABASE_REPLICA_URL: NODES.map(nodeUrl).join(),
    HOST: LOCAL,
    PUBLIC_URL: BASE,
    TRUSTED_PROXIES: '10.77.0.0/24',
    MAX_CONNECTIONS_PER_CLIENT: '500',
    SMTP_URL: `smtp://127.0.0.1:${mail}`,
    MAIL_FROM: 'library@example.org',
    STARTER_CORPUS: 'off',
    SECRET_KEY: 'the same for both processes of this run',
    FILES: `file:${join(folder, 'files')}`,
    DUMPS: 'off',
    LOG_LEVEL: 'info',
  }
  const startApp = (number: 1 | 2): void => {
    start(`app${number}`, process.execPath, [LONGVIEW, 'serve'], { ...environment, PORT: `808${number}` })
  }
  const longview = async (...args: string[]): Promise<string> => {
    const { stdout } = await run(process.execPath, [LONGVIEW, ...args], {
      cwd: folder,
      env: { ...process.env, ...environment },
    })
    return stdout
  }

  const primary = async (): Promise<NodeNumber | null> => {
    for (const node of NODES) {
      const answer = await fetch(`http://${addressOf(node)}:8008/primary`, { signal: AbortSignal.timeout(800) }).catch(
        () => null,
      )
      if (answer?.status === 200) return node
    }
    return null
  }

  const until = async (what: string, holds: () => Promise<boolean>, seconds = 180): Promise<void> => {
    const end = performance.now() + seconds * 1_000
    while (!(await holds().catch(() => false))) {
      if (performance.now() > end) throw new Error(`${what}: not within ${seconds} s; see ${folder}`)
      await pause(200)
    }
  }

  /** Every node streams from the primary, one of them synchronously, and both processes take requests. */
  const isWhole = async (): Promise<boolean> => {
    const found = await primary()
    if (found === null) return false
    const answer = await fetch(`http://${addressOf(found)}:8008/cluster`, { signal: AbortSignal.timeout(2_000) })
    const { members } = (await answer.json()) as { members: Member[] }
    if (members.length !== 3 || !members.every(isGood) || !members.some(({ role }) => role === 'sync_standby'))
      return false
    for (const number of [1, 2]) {
      const ready = await fetch(`http://${LOCAL}:808${number}/api/health/ready`, { signal: AbortSignal.timeout(2_000) })
      if (ready.status !== 200 || 'readOnly' in ((await ready.json()) as object)) return false
    }
    return true
  }

  /** The processes of a node: Patroni, and PostgreSQL with all that it started. */
  const processesOf = (node: NodeNumber): number[] => {
    const file = join(dataOf(node), 'data', 'postmaster.pid')
    const postmaster = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0
    const all = [pidOf(`patroni${node}`), ...(postmaster > 0 ? [postmaster] : [])]
    for (const entry of readdirSync('/proc')) {
      if (!/^\d+$/u.test(entry)) continue
      try {
        const parent = Number(/\) \S (?<parent>\d+)/u.exec(readFileSync(`/proc/${entry}/stat`, 'utf8'))?.groups?.parent)
        if (postmaster > 0 && parent === postmaster) all.push(Number(entry))
      } catch {
        // It has just ended.
      }
    }
    return all.filter((pid) => pid > 1)
  }
  const signalNode = (node: NodeNumber, what: NodeJS.Signals): void => {
    for (const pid of processesOf(node))
      try {
        process.kill(pid, what)
      } catch {
        // It has just ended.
      }
  }

  const asSuperuser = async (node: NodeNumber, statement: string): Promise<void> => {
    const client = new Client({ connectionString: `postgres://postgres:${PASSWORD}@${addressOf(node)}:5432/postgres` })
    client.on('error', () => {})
    await client.connect()
    try {
      await client.query(statement)
    } finally {
      await client.end()
    }
  }

  /** A command to HAProxy while it runs. @returns what it answers */
  const tellHaproxy = (command: string): Promise<string> =>
    text(connect(join(runFolder, 'haproxy.sock')).end(`${command}\n`))

  /** As an operator does before a process is stopped: it gets no more requests, and answers those that it has. */
  const drain = async (number: 1 | 2): Promise<void> => {
    await tellHaproxy(`set server ${haproxyName(number)} state drain`)
    await until('the last answer of a process', async () => {
      const lines = (await tellHaproxy('show servers conn longview')).replace('# ', '').trim().split('\n')
      const [names = [], ...rows] = lines.map((line) => line.split(' '))
      const row = rows.find(([name]) => name === haproxyName(number)) ?? []
      return row[names.indexOf('used_cur')] === '0'
    })
  }
  const undrain = async (number: 1 | 2): Promise<void> => {
    await tellHaproxy(`set server ${haproxyName(number)} state ready`)
  }

  const waitingEmails = async (): Promise<number> => {
    const client = new Client({ connectionString: DIRECT_URL })
    client.on('error', () => {})
    await client.connect()
    try {
      const { rows } = await client.query<{ count: string }>(
        "select count(*) from outbox where state = 'waiting' and recipient is not null",
      )
      return Number(rows[0]?.count)
    } finally {
      await client.end()
    }
  }

  const remove = async (): Promise<void> => {
    for (const name of ['app1', 'app2', 'haproxy', 'pgbouncer']) signal(name, 'SIGKILL')
    for (const node of NODES) {
      signalNode(node, 'SIGKILL')
      signal(`etcd${node}`, 'SIGKILL')
    }
    await pause(500)
    for (const node of NODES) {
      spawnSync('umount', ['-l', dataOf(node)])
      spawnSync('ip', ['netns', 'del', namespaceOf(node)], { env: { PATH } })
    }
    spawnSync('ip', ['link', 'del', BRIDGE], { env: { PATH } })
  }

  const open = async (): Promise<void> => {
    ip('link', 'add', BRIDGE, 'type', 'bridge')
    ip('addr', 'add', `${LOCAL}/24`, 'dev', BRIDGE)
    ip('link', 'set', BRIDGE, 'up')
    for (const node of NODES) {
      const [space, wire] = [namespaceOf(node), `lvfo${node}w`]
      ip('netns', 'add', space)
      ip('link', 'add', wire, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space)
      ip('link', 'set', wire, 'master', BRIDGE, 'up')
      ip('-n', space, 'addr', 'add', `${addressOf(node)}/24`, 'dev', 'eth0')
      ip('-n', space, 'link', 'set', 'eth0', 'up')
      ip('-n', space, 'link', 'set', 'lo', 'up')
      mkdirSync(dataOf(node), { recursive: true })
      if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=600m', 'none', dataOf(node)]).status !== 0)
        throw new Error('mount failed')
      chownSync(dataOf(node), user, user)
      chmodSync(dataOf(node), 0o700)
      startEtcd(node)
    }
    await pause(2_000)
    for (const node of NODES) startPatroni(node)
    const haproxy = fill('haproxy.cfg', 'haproxy.cfg', { ...addresses, LOCAL, DEPLOY, RUN: runFolder })
    start('haproxy', 'haproxy', ['-db', '-f', haproxy])
    let leader: NodeNumber | null = null
    await until('a primary', async () => (leader = await primary()) !== null)
    await asSuperuser(leader ?? 1, `create role longview login password '${PASSWORD}'`)
    await asSuperuser(leader ?? 1, 'create database longview owner longview')
    writeFileSync(join(runFolder, 'users'), `"longview" "${PASSWORD}"\n`)
    chownSync(join(runFolder, 'users'), user, user)
    startBouncer()
    await pause(2_000)
    const { settings } = JSON.parse(await longview('migrate', '--json')) as { settings: string[] }
    const client = new Client({ connectionString: DIRECT_URL })
    await client.connect()
    await client.query(settings.join('\n'))
    await client.end()
    startApp(1)
    startApp(2)
    await until('the whole cluster', isWhole)
  }

  return {
    open,
    remove,
    primary,
    isWhole,
    until,
    waitingEmails,
    drain,
    undrain,
    longview,
    signal,
    isRunning,
    startApp,
    startBouncer,
    startEtcd,
    startPatroni,
    signalNode,
    asSuperuser,
    dataOf,
    cut: (node: NodeNumber): void => ip('link', 'set', `lvfo${node}w`, 'down'),
    mend: (node: NodeNumber): void => ip('link', 'set', `lvfo${node}w`, 'up'),
  }
}

export type FailoverCluster = Awaited<ReturnType<typeof openCluster>>
