import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { Command } from 'commander'
import { Failure } from '#core/failure.ts'
import { note, print } from '#cli/terminal.ts'
import {
  isAsWritten,
  SERVICE_USER,
  SETTINGS_FILE,
  systemdFiles,
  USER_FILE,
  type Program,
  type SystemFile,
} from './systemd-files.ts'

type Options = { systemd: true; dryRun?: true; force?: true; root?: string }

type State = 'new' | 'unchanged' | 'outdated' | 'edited' | 'kept'
type Planned = SystemFile & { target: string; state: State }

const textAt = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return null
    throw new Failure(
      'unavailable',
      `${path} cannot be read (${code}): run this command as root, or with --dry-run --root.`,
    )
  }
}

const stateOf = ({ text, isSettings }: SystemFile, present: string | null): State => {
  if (present === null) return 'new'
  if (isSettings) return 'kept'
  if (present === text) return 'unchanged'
  return isAsWritten(present) ? 'outdated' : 'edited'
}

const results: Record<State, string> = {
  new: 'wrote',
  unchanged: 'left as it is:',
  outdated: 'replaced',
  edited: 'replaced (the edited one is beside it, as .old):',
  kept: 'left as it is:',
}

const intentions: Record<State, string> = {
  new: 'would be written',
  unchanged: 'is there already',
  outdated: 'would be replaced: an earlier "longview init" wrote it',
  edited: 'was edited, so only --force would replace it',
  kept: 'is there already, and settings are never replaced',
}

/** systemd takes these literally only if they are escaped, and some not even then. */
const SPECIAL = /["'$%\\\p{Cc}]/u
/** The unit hides these from the service. */
const HIDDEN = /^\/(?:home|root|run\/user|tmp|var\/tmp)\//u
const OTHERS_ENTER = 0o001
const OTHERS_READ = 0o004

const isOpenTo = (path: string, right: number): boolean => (statSync(path).mode & right) !== 0

/** Whether any user can read a file. */
const canBeRead = (path: string): boolean => {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (!isOpenTo(folder, OTHERS_ENTER)) return false
    if (folder === dirname(folder)) return isOpenTo(path, OTHERS_READ)
  }
}

/** Throws `invalid` if the service could not start a program at this place. */
export const refuseUnreachable = ({ node, executable }: Program): void => {
  const unreachable = [node, executable].find((path) => HIDDEN.test(path) || !canBeRead(path))
  if (unreachable !== undefined)
    throw new Failure(
      'invalid',
      `The service could not read ${unreachable}: install Longview where every user can read it, such as with "npm install --global --prefix /opt/longview ./longview-VERSION.tgz", and run "longview init" of that installation.`,
    )
}

/** Throws `invalid` if a unit cannot name the program. */
const refuseUnnamable = ({ node, executable }: Program): void => {
  const path = [node, executable].find((each) => SPECIAL.test(each))
  if (path !== undefined)
    throw new Failure(
      'invalid',
      `A unit cannot name ${path}: install Longview in a folder without quotes, backslashes, "$" and "%".`,
    )
}

const thisProgram = (): Program => ({
  node: process.execPath,
  executable: realpathSync(process.argv[1] ?? 'longview'),
})

const writeWhole = ({ target, text, mode, state }: Planned): void => {
  mkdirSync(dirname(target), { recursive: true, mode: 0o755 })
  if (state === 'edited') renameSync(target, `${target}.old`)
  const unfinished = `${target}.new`
  writeFileSync(unfinished, text, { mode })
  chmodSync(unfinished, mode)
  renameSync(unfinished, target)
}

/** Runs a program of systemd. Throws `unavailable` with what it said. */
const runTool = (name: string, args: readonly string[]): void => {
  const { error, status, stderr } = spawnSync(name, args, { encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] })
  if (error !== undefined)
    throw new Failure(
      'unavailable',
      `${name} cannot be started (${(error as NodeJS.ErrnoException).code}): install systemd, then run this command again.`,
      { cause: error },
    )
  if (status !== 0)
    throw new Failure('unavailable', `"${[name, ...args].join(' ')}" failed: ${stderr.trim().replace(/\.$/u, '')}.`)
}

/** Throws `wrong_state` if somebody edited a file that would be replaced. */
const refuseEdited = (planned: readonly Planned[]): void => {
  const edited = planned.filter(({ state }) => state === 'edited').map(({ target }) => target)
  if (edited.length > 0)
    throw new Failure(
      'wrong_state',
      `${edited.join(' and ')} was edited: keep your changes in a drop-in ("systemctl edit longview"), then use --force, which keeps the edited file as .old.`,
    )
}

const refuseWithoutRights = (root: string | undefined): void => {
  if (root !== undefined) return
  if (process.platform !== 'linux')
    throw new Failure(
      'invalid',
      'systemd is a part of Linux: --dry-run prints the files, --root writes them elsewhere.',
    )
  if (process.getuid?.() !== 0)
    throw new Failure(
      'unavailable',
      'Only root can write to /etc: run "sudo longview init --systemd", or see what it would write with --dry-run.',
    )
}

const showPlan = (planned: readonly Planned[]): void => {
  for (const { target, state, text } of planned) print(`# ${target}: ${intentions[state]}\n\n${text}`)
}

/** systemd makes this folder while it runs. */
const RUNNING_SYSTEMD = '/run/systemd/system'

const reload = (planned: readonly Planned[]): void => {
  const isChanged = planned.some(({ state }) => state !== 'unchanged' && state !== 'kept')
  if (!existsSync(RUNNING_SYSTEMD)) note('systemd does not run here; it reads the unit when the machine starts.')
  else if (isChanged) runTool('systemctl', ['daemon-reload'])
}

const initSystemd = ({ dryRun, force, root }: Options): void => {
  const program = thisProgram()
  refuseUnnamable(program)
  const isPlan = dryRun === true
  if (!isPlan) refuseWithoutRights(root)
  const planned = systemdFiles(program).map((file): Planned => {
    const target = root === undefined ? file.path : join(resolve(root), file.path)
    return { ...file, target, state: stateOf(file, textAt(target)) }
  })
  if (isPlan) return showPlan(planned)
  if (root === undefined) refuseUnreachable(program)
  if (force !== true) refuseEdited(planned)
  for (const file of planned) {
    if (file.state !== 'unchanged' && file.state !== 'kept') writeWhole(file)
    print(`${results[file.state]} ${file.target}`)
  }
  // A file by its name alone is looked for below the root.
  runTool('systemd-sysusers', [...(root === undefined ? [] : [`--root=${resolve(root)}`]), basename(USER_FILE)])
  print(`the user ${SERVICE_USER} exists`)
  if (root !== undefined) return
  reload(planned)
  print(`Next: set PUBLIC_URL in ${SETTINGS_FILE}, then run "systemctl enable --now longview".`)
}

export const addInit = (program: Command): void => {
  program
    .command('init')
    .description(
      'set Longview up as a service of this machine: user, settings and unit for systemd; run again after an upgrade, it changes only what is out of date',
    )
    .requiredOption('--systemd', 'write /etc/sysusers.d/longview.conf, /etc/longview/longview.env and longview.service')
    .option('--dry-run', 'print the files and what would happen to each; change nothing')
    .option('--force', 'also replace files that were edited; the edited ones are kept as .old')
    .option('--root <folder>', 'write below this folder, the root of another system')
    .action(initSystemd)
}
