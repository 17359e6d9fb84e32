import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { NODES, type FailoverCluster, type NodeNumber } from './cluster.ts'

export type Fault = {
  name: string
  summary: string
  /** Breaks something; what it returns mends it. */
  strike(cluster: FailoverCluster): Promise<() => Promise<void>>
  /** How long it lasts at least before it is mended, in seconds. */
  seconds: number
}

const primaryOf = async (cluster: FailoverCluster): Promise<NodeNumber> => {
  const node = await cluster.primary()
  if (node === null) throw new Error('there is no primary')
  return node
}

/** A primary elsewhere, as the other nodes see it. */
const untilMoved = (cluster: FailoverCluster, from: NodeNumber): Promise<void> =>
  cluster.until('another primary', async () => ![null, from].includes(await cluster.primary()))

/** Strikes the primary, and mends it once another has its place. */
const primaryFault = (
  { name, summary }: Pick<Fault, 'name' | 'summary'>,
  breakIt: (cluster: FailoverCluster, node: NodeNumber) => void,
  mend: (cluster: FailoverCluster, node: NodeNumber) => void,
): Fault => ({
  name,
  summary,
  seconds: 5,
  strike: async (cluster) => {
    const node = await primaryOf(cluster)
    breakIt(cluster, node)
    return async () => {
      await untilMoved(cluster, node)
      mend(cluster, node)
    }
  },
})

const appFault = (
  name: string,
  summary: string,
  work: (cluster: FailoverCluster) => Promise<() => Promise<void>>,
): Fault => ({
  name,
  summary,
  seconds: 8,
  strike: work,
})

export const faults: readonly Fault[] = [
  primaryFault(
    {
      name: 'primary killed',
      summary: 'SIGKILL to Patroni and PostgreSQL of the primary; started again once another has its place',
    },
    (cluster, node) => cluster.signalNode(node, 'SIGKILL'),
    (cluster, node) => cluster.startPatroni(node),
  ),
  primaryFault(
    { name: 'primary stopped', summary: 'SIGSTOP to all processes of the primary, SIGCONT once another has its place' },
    (cluster, node) => cluster.signalNode(node, 'SIGSTOP'),
    (cluster, node) => cluster.signalNode(node, 'SIGCONT'),
  ),
  primaryFault(
    {
      name: 'primary cut off',
      summary: 'the network of the node of the primary, with its member of etcd, is down until another has its place',
    },
    (cluster, node) => cluster.cut(node),
    (cluster, node) => cluster.mend(node),
  ),
  {
    name: 'disk full',
    summary: 'the file system of the primary has no space left for 20 s',
    seconds: 20,
    strike: async (cluster) => {
      const node = await primaryOf(cluster)
      const file = join(cluster.dataOf(node), 'filling')
      // It ends when there is no space left. The clients run in this process, which must not wait for it.
      await promisify(execFile)('dd', ['if=/dev/zero', `of=${file}`, 'bs=1M']).catch(() => {})
      return () => {
        rmSync(file, { force: true })
        return Promise.resolve()
      }
    },
  },
  {
    name: 'replica lags',
    summary: 'a replica does not apply what it receives for 10 s',
    seconds: 10,
    strike: async (cluster) => {
      const primary = await primaryOf(cluster)
      const node = NODES.find((each) => each !== primary) ?? 1
      await cluster.asSuperuser(node, 'select pg_wal_replay_pause()')
      return () => cluster.asSuperuser(node, 'select pg_wal_replay_resume()')
    },
  },
  {
    name: 'etcd loses a member',
    summary: 'SIGKILL to one member of etcd, started again after 10 s',
    seconds: 10,
    strike: (cluster) => {
      cluster.signal('etcd3', 'SIGKILL')
      return Promise.resolve(() => {
        cluster.startEtcd(3)
        return Promise.resolve()
      })
    },
  },
  {
    name: 'PgBouncer restarts',
    summary: 'PgBouncer is ended and started again after 3 s',
    seconds: 3,
    strike: (cluster) => {
      cluster.signal('pgbouncer', 'SIGKILL')
      return Promise.resolve(() => {
        cluster.startBouncer()
        return Promise.resolve()
      })
    },
  },
  appFault('process killed', 'SIGKILL to one process of Longview, started again after 8 s', (cluster) => {
    cluster.signal('app1', 'SIGKILL')
    return Promise.resolve(() => {
      cluster.startApp(1)
      return Promise.resolve()
    })
  }),
  appFault('process paused', 'SIGSTOP to one process of Longview, SIGCONT after 8 s', (cluster) => {
    cluster.signal('app2', 'SIGSTOP')
    return Promise.resolve(() => {
      cluster.signal('app2', 'SIGCONT')
      return Promise.resolve()
    })
  }),
  appFault(
    'processes rolled',
    'one process after the other is drained in HAProxy, stopped by SIGTERM and started again',
    async (cluster) => {
      for (const number of [1, 2] as const) {
        await cluster.drain(number)
        cluster.signal(`app${number}`, 'SIGTERM')
        await cluster.until('the end of a process', () => Promise.resolve(!cluster.isRunning(`app${number}`)))
        cluster.startApp(number)
        await cluster.until('the start of a process', cluster.isWhole)
        await cluster.undrain(number)
        await pause(1_500)
      }
      return () => Promise.resolve()
    },
  ),
]
