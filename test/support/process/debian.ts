import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, statfsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import type { Ending } from '../files.ts'

/**
 * A bare Debian in a folder, with processes, mounts and a network of its own: what somebody has who installs Longview for the first
 * time. It ends, with all that runs in it, when the test closes its input, so also when the test is killed.
 */

const execute = promisify(execFile)

/** The release of Debian that docs/self-hosting.md names. */
const SUITE = 'bookworm'

export const STRANGER = { name: 'stranger', home: '/srv/stranger' } as const

/** Programs of this machine that a Debian of our own needs, each with its package. */
const TOOLS = { mmdebstrap: 'mmdebstrap', unshare: 'util-linux', nsenter: 'util-linux', ip: 'iproute2' }

/** What is missing to run a Debian here, with other programs besides, or null. */
export const missingForDebian = (others: Record<string, string> = {}): string | null => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'mmdebstrap (needs Linux and root)'
  const folders = ['/usr/bin', '/usr/sbin', '/bin', '/sbin', '/usr/lib/podman']
  const missing = Object.entries({ ...TOOLS, ...others }).find(
    ([name]) => !folders.some((folder) => existsSync(join(folder, name))),
  )
  return missing?.[1] ?? null
}

/** In memory, where there is room for it: packages are unpacked several times as fast. */
export const parentFolder = (): string => {
  const inMemory = '/dev/shm'
  if (!existsSync(inMemory)) return tmpdir()
  const { bsize, bavail } = statfsSync(inMemory)
  return Math.min(bsize * bavail, process.availableMemory()) > 8 * 2 ** 30 ? inMemory : tmpdir()
}

/** The file of authorities that this machine trusts, among them one of its own network perhaps. */
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'
const CERTIFICATES_INSIDE = '/usr/local/share/machine-certificates.crt'

/** How programs of this machine reach packages: its proxies, the registry of npm, its authorities. Nothing of it is kept. */
export const readWaysOut = async (): Promise<Record<string, string>> => {
  const proxies = Object.entries(process.env).flatMap(([name, value]) =>
    /^(?:https?|no)_proxy$/iu.test(name) && value !== undefined ? [[name, value] as const] : [],
  )
  const { stdout } = await execute('npm', ['config', 'get', 'registry'])
  return {
    ...Object.fromEntries(proxies),
    npm_config_registry: stdout.trim(),
    ...(existsSync(CERTIFICATES) ? { NODE_EXTRA_CA_CERTS: CERTIFICATES_INSIDE } : {}),
  }
}

const aptProxies = async (): Promise<string[]> => {
  const { stdout } = await execute('apt-config', ['dump', '--format', '%F "%v";%n', 'Acquire'])
  return stdout.match(/^Acquire::https?::Proxy(?:::\S+)? ".+";$/gimu) ?? []
}

/** Mounts what a system has, in a namespace of its own, and stays until its input ends. */
const BOOT = `
set -e
root=$1
mount --bind "$root" "$root"
mount --rbind /dev "$root/dev"
mount -t tmpfs tmpfs "$root/dev/shm"
mount -t proc proc "$root/proc"
mount --rbind /sys "$root/sys"
umount --lazy "$root/sys/fs/cgroup" && mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup" || true
mount -t tmpfs tmpfs "$root/run"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
exec unshare --root "$root" bash -c 'echo ready; read'
`

const firstLine = async (child: ChildProcess): Promise<void> => {
  if (child.stdout === null) throw new Error('the output of this process is not read')
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (said += text))
  const ended = once(child, 'close').then(([code]) => {
    throw new Error(`ended with ${code as number}: ${said}`)
  })
  await Promise.race([once(createInterface(child.stdout), 'line'), ended])
}

const childrenOf = async (pid: number): Promise<number[]> =>
  (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ').filter(Boolean).map(Number)

/** The last of a chain of processes, each of which waits for the next: the program that a line of a shell started. */
export const innermost = async (pid: number): Promise<number> => {
  const [next] = await childrenOf(pid)
  return next === undefined ? pid : innermost(next)
}

/** Keeps new namespaces open until its input ends. */
export const hold = async (
  args: readonly string[],
  environment: NodeJS.ProcessEnv = process.env,
): Promise<{ pid: number; end(): Promise<void> }> => {
  const child = spawn('unshare', args, { env: environment, stdio: ['pipe', 'pipe', 'pipe'] })
  const closed = once(child, 'close')
  await firstLine(child)
  const end = async (): Promise<void> => {
    child.stdin.end()
    await closed
  }
  return { pid: child.pid ?? 0, end }
}

/** How a line is run: by the stranger unless `root`, without a way to other machines unless `online`. */
export type Circumstances = {
  folder: string
  root?: boolean
  online?: boolean
  environment?: Record<string, string>
}

export type Debian = {
  root: string
  /** The command, with its arguments, that runs a line of a shell in there. */
  command(line: string, circumstances: Circumstances): [string, ...string[]]
  /** Runs a line to its end. Rejects, with all that it printed, if it fails. */
  run(line: string, circumstances: Circumstances): Promise<string>
  /** Runs a program of this machine in the network of that one. */
  beside: (file: string, args: readonly string[]) => Promise<string>
}

const MINUTES = 60_000

/** Makes a bare Debian, in a folder or, by the end of the name, in a tarball; it trusts whom this machine trusts. */
export const makeDebian = async (target: string, options: readonly string[] = []): Promise<void> => {
  const proxies = await aptProxies()
  const certificates = existsSync(CERTIFICATES)
    ? [`--customize-hook=upload ${CERTIFICATES} ${CERTIFICATES_INSIDE}`]
    : []
  const args = ['--variant=minbase', '--dpkgopt=force-unsafe-io', ...proxies.map((option) => `--aptopt=${option}`)]
  await execute('mmdebstrap', [...args, ...certificates, ...options, SUITE, target], {
    // A tarball is packed from a folder there.
    env: { ...process.env, TMPDIR: dirname(target) },
    timeout: 10 * MINUTES,
    maxBuffer: 2 ** 24,
  })
}

/** Makes a Debian and starts it; it is gone with the test. `missingForDebian` says before whether that is possible. */
export const openDebian = async (t: Ending): Promise<Debian> => {
  const home = await mkdtemp(join(parentFolder(), 'longview-debian-'))
  const ends = [() => rm(home, { recursive: true, force: true })]
  t.after(async () => {
    for (const end of ends.toReversed()) await end()
  })
  const root = join(home, 'root')
  const [waysOut] = await Promise.all([
    readWaysOut(),
    // iproute2 as any Debian has it that an installer made.
    makeDebian(root, ['--include=iproute2']),
  ])
  // mmdebstrap copies it too, perhaps as a link.
  await rm(join(root, 'etc/resolv.conf'), { force: true })
  await copyFile('/etc/resolv.conf', join(root, 'etc/resolv.conf'))
  await writeFile(join(root, 'etc/hosts'), '127.0.0.1 localhost\n')
  await mkdir(join(root, 'srv'), { recursive: true })

  const system = await hold([
    '--mount',
    '--pid',
    '--fork',
    '--kill-child',
    '--propagation=private',
    'bash',
    '-c',
    BOOT,
    'boot',
    root,
  ])
  ends.push(() => system.end())
  const inside = await innermost(system.pid)
  const network = await hold(['--net', 'bash', '-c', 'ip link set lo up && echo ready && read'])
  ends.push(() => network.end())

  const command: Debian['command'] = (line, { folder, root: asRoot = false, online = false, environment = {} }) => {
    const home = asRoot ? '/root' : STRANGER.home
    const variables = {
      PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      HOME: home,
      LANG: 'C.UTF-8',
      DEBIAN_FRONTEND: 'noninteractive',
      ...(online ? waysOut : {}),
      ...environment,
    }
    return [
      'nsenter',
      `--target=${inside}`,
      '--mount',
      '--pid',
      '--root',
      ...(online ? [] : [`--net=/proc/${network.pid}/ns/net`]),
      '/usr/bin/env',
      '--ignore-environment',
      `--chdir=${folder}`,
      ...Object.entries(variables).map(([name, value]) => `${name}=${value}`),
      ...(asRoot ? [] : ['setpriv', '--reuid=1000', '--regid=1000', '--clear-groups']),
      'bash',
      '-c',
      line,
    ]
  }
  const run: Debian['run'] = async (line, circumstances) => {
    const [file, ...args] = command(line, circumstances)
    try {
      const { stdout, stderr } = await execute(file, args, { timeout: 10 * MINUTES, maxBuffer: 2 ** 26 })
      return `${stdout}${stderr}`
    } catch (error) {
      const { stdout, stderr } = error as { stdout?: string; stderr?: string }
      throw new Error(`${line}\n${stdout ?? ''}${stderr ?? ''}`, { cause: error })
    }
  }
  await run(`useradd --create-home --home-dir ${STRANGER.home} --uid 1000 ${STRANGER.name}`, {
    folder: '/',
    root: true,
  })
  const beside: Debian['beside'] = async (file, args) =>
    (await execute('nsenter', [`--net=/proc/${network.pid}/ns/net`, file, ...args], { timeout: 10 * MINUTES })).stdout
  return { root, command, run, beside }
}
