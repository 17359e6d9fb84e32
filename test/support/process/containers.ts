import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Ending } from '../files.ts'
import { hold, innermost, makeDebian, missingForDebian, parentFolder, readWaysOut } from './debian.ts'

/**
 * Podman and Compose, as Debian has them, with images, containers and volumes of the test's own. Containers run where no other
 * machine can be reached, so that neither a registry nor the network of this machine is touched; images are built where packages
 * can be had. All of it ends when the test closes its input.
 */

const execute = promisify(execFile)

/** Programs of this machine, each with its package. */
const TOOLS = {
  podman: 'podman',
  'docker-compose': 'docker-compose',
  netavark: 'netavark',
  'aardvark-dns': 'aardvark-dns',
  iptables: 'iptables',
}

export const missingForContainers = (): string | null => missingForDebian(TOOLS)

/** Images that a test makes: for ARG BASE, and for the service `database`. */
const BASE = 'localhost/longview-test-base'
const POSTGRES = 'localhost/longview-test-postgres'

/** Serves Podman's interface at a socket until its input ends. Its runtime wants one version of control groups, not both. */
const SERVE = `
set -e
umount --lazy /sys/fs/cgroup && mount -t cgroup2 cgroup2 /sys/fs/cgroup
for folder in /run/netns /run/containers
do mkdir -p "$folder" && mount -t tmpfs tmpfs "$folder"
done
ip link set lo up
podman system service --time=0 "unix://$1" >&2 &
until [ -S "$1" ]; do sleep 0.1; done
echo ready
read
`

/** What the documentation of the image "postgres" promises of all that compose.postgres.yaml uses, with the server of Debian. */
const START_POSTGRES = `#!/bin/bash
set -e
export PGDATA=/var/lib/postgresql/15/docker PATH=/usr/lib/postgresql/15/bin:$PATH
as_postgres() { setpriv --reuid=postgres --regid=postgres --clear-groups "$@"; }
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  install --directory --owner=postgres --group=postgres --mode=700 "$PGDATA"
  install --owner=postgres --mode=600 "$POSTGRES_PASSWORD_FILE" /tmp/password
  as_postgres initdb --username="$POSTGRES_USER" --pwfile=/tmp/password --auth=scram-sha-256 $POSTGRES_INITDB_ARGS
  rm /tmp/password
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  echo "CREATE DATABASE $POSTGRES_DB" | as_postgres postgres --single postgres
fi
exec setpriv --reuid=postgres --regid=postgres --clear-groups postgres -c listen_addresses='*'
`

const POSTGRES_IMAGE = `FROM ${BASE}
RUN apt-get update && apt-get install --yes --no-install-recommends postgresql-15
COPY start.sh /
VOLUME /var/lib/postgresql
STOPSIGNAL SIGINT
ENTRYPOINT ["/start.sh"]
`

const MINUTES = 60_000

export type Containers = {
  /** A new folder for what a way begins with. */
  home: string
  /** Types a line of a shell in a folder: "docker compose" is Debian's docker-compose. Returns all that was printed. */
  type: (line: string, folder: string) => Promise<string>
  /** Runs Podman beside the containers. */
  podman: (...args: string[]) => Promise<string>
  /** Runs a program of this machine in the network that ports are published in. */
  beside: (file: string, args: readonly string[]) => Promise<string>
  /** Builds the image that stands for that of PostgreSQL. */
  buildPostgres: () => Promise<void>
}

/** Makes a bare Debian the base of images, and starts Podman. `missingForContainers` says before whether that is possible. */
export const openContainers = async (t: Ending): Promise<Containers> => {
  const home = await mkdtemp(join(parentFolder(), 'longview-containers-'))
  const ends = [() => rm(home, { recursive: true, force: true })]
  t.after(async () => {
    for (const end of ends.toReversed()) await end()
  })
  const at = (name: string): string => join(home, name)
  const storage = `[storage]\ndriver = "overlay"\nrunroot = "${at('run')}"\ngraphroot = "${at('images')}"\n`
  await writeFile(at('storage.conf'), storage)
  // Without systemd there is nobody to make control groups; and root of this machine may not be allowed to raise limits.
  const limits = 'cgroups = "disabled"\ndefault_ulimits = ["nofile=1024:1024", "nproc=4096:4096"]\n'
  const engine = `cgroup_manager = "cgroupfs"\nevents_logger = "file"\nlock_type = "file"\ntmp_dir = "${at('tmp')}"\n`
  const network = `network_backend = "netavark"\nnetwork_config_dir = "${at('networks')}"\n`
  await writeFile(at('containers.conf'), `[containers]\n${limits}[engine]\n${engine}[network]\n${network}`)
  const environment = {
    ...process.env,
    CONTAINERS_STORAGE_CONF: at('storage.conf'),
    CONTAINERS_CONF: at('containers.conf'),
    BUILDAH_ISOLATION: 'chroot',
    // Compose runs "docker build", as it runs "docker exec": Podman's command, unlike its interface, can build in a plain chroot.
    COMPOSE_DOCKER_CLI_BUILD: '1',
    BASE,
    POSTGRES_IMAGE: POSTGRES,
    PATH: `${at('bin')}:/usr/sbin:/usr/bin:/sbin:/bin`,
  }
  const run = async (file: string, args: readonly string[], folder = home): Promise<string> => {
    try {
      const options = { cwd: folder, env: environment, timeout: 20 * MINUTES, maxBuffer: 2 ** 26 }
      const { stdout, stderr } = await execute(file, args, options)
      return `${stdout}${stderr}`
    } catch (error) {
      const { stdout, stderr } = error as { stdout?: string; stderr?: string }
      throw new Error(`${[file, ...args].join(' ')}\n${stdout ?? ''}${stderr ?? ''}`, { cause: error })
    }
  }
  const tarball = at('base.tar')
  const socket = at('podman.sock')
  const serve = async (): Promise<number> => {
    const own = ['--mount', '--propagation=private', '--pid', '--fork', '--kill-child', '--mount-proc', '--net']
    const service = await hold([...own, 'bash', '-c', SERVE, 'podman', socket], environment)
    ends.push(() => service.end())
    return innermost(service.pid)
  }
  const [waysOut, inside] = await Promise.all([readWaysOut(), serve(), makeDebian(tarball)])
  const entering = ['nsenter', `--target=${inside}`, '--mount', '--pid']
  const beside = [...entering, '--net']
  /** Where packages can be had: in the network of this machine. */
  const online = [...entering, 'podman']
  await mkdir(at('bin'))
  const docker = `#!/bin/sh -e
case "$1" in
build) exec ${online.join(' ')} "$@" ;;
exec) exec ${beside.join(' ')} podman "$@" ;;
esac
shift
DOCKER_HOST=unix://${socket} exec docker-compose "$@"
`
  await writeFile(at('bin/docker'), docker, { mode: 0o755 })
  const variables = Object.entries(waysOut).flatMap(([name, value]) => ['--change', `ENV ${name}=${value}`])
  await run('env', [...online, 'import', ...variables, tarball, BASE])
  await rm(tarball)
  return {
    home,
    type: (line, folder) => run('bash', ['-c', line], folder),
    podman: (...args) => run('env', [...beside, 'podman', ...args]),
    beside: (file, args) => run('nsenter', [`--net=/proc/${inside}/ns/net`, file, ...args]),
    buildPostgres: async () => {
      const folder = at('postgres-image')
      await mkdir(folder)
      await writeFile(join(folder, 'start.sh'), START_POSTGRES, { mode: 0o755 })
      await writeFile(join(folder, 'Containerfile'), POSTGRES_IMAGE)
      await run('env', [...online, 'build', '--tag', POSTGRES, folder])
    },
  }
}
