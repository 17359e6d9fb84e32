import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { refuseUnreachable } from '#cli/init/init.ts'
import { isAsWritten } from '#cli/init/systemd-files.ts'
import { temporaryFolder } from '../support/files.ts'
import { assertRefused } from '../support/process/longview-process.ts'
import { commandInProcess } from '../support/process/process-corpus.ts'

const USER = 'etc/sysusers.d/longview.conf'
const SETTINGS = 'etc/longview/longview.env'
const UNIT = 'etc/systemd/system/longview.service'

/** The root of a system on which `systemd-sysusers` writes down how it was called. */
const newSystem = async (t: TestContext, { hasSystemd = true } = {}) => {
  const folder = await temporaryFolder(t)
  const [root, tools, calls] = [join(folder, 'root'), join(folder, 'tools'), join(folder, 'calls')]
  await mkdir(root)
  await mkdir(tools)
  const script = `#!/bin/sh\necho "$@" >> '${calls}'\n`
  if (hasSystemd) await writeFile(join(tools, 'systemd-sysusers'), script, { mode: 0o755 })
  const at = (path: string): string => join(root, path)
  return {
    root,
    at,
    run: (...options: string[]) => commandInProcess(['init', '--systemd', ...options], { PATH: tools }),
    init: (...options: string[]) =>
      commandInProcess(['init', '--systemd', '--root', root, ...options], { PATH: tools }),
    read: (path: string) => readFile(at(path), 'utf8'),
    calls: () => readFile(calls, 'utf8'),
    files: () => globSync('etc/{*,systemd/*}/longview.*', { cwd: root }).toSorted(),
  }
}

const withoutRights = (t: TestContext): void => {
  t.mock.method(process as { getuid(): number }, 'getuid', () => 1_000)
}

const did = (stdout: string, word: string): number => stdout.split('\n').filter((line) => line.startsWith(word)).length

describe('longview init --systemd', () => {
  test('it writes user, settings and unit, and makes the user', async (t) => {
    const system = await newSystem(t)
    const { code, stdout, stderr } = await system.init()
    assert.deepEqual({ code, stderr, wrote: did(stdout, 'wrote ') }, { code: 0, stderr: '', wrote: 3 })
    assert.deepEqual(system.files(), [SETTINGS, UNIT, USER].toSorted())
    assert.equal(await system.calls(), `--root=${system.root} longview.conf\n`)
    assert.match(await system.read(USER), /^u longview - "Longview" \/var\/lib\/longview$/mu)
    assert.ok((await system.read(UNIT)).includes(`\nExecStart="${process.execPath}" `))
    const { mode } = await stat(system.at(SETTINGS))
    assert.equal(mode & 0o777, 0o600)
  })

  test('run again, it changes nothing', async (t) => {
    const system = await newSystem(t)
    await system.init()
    const before = await system.read(UNIT)
    const { code, stdout } = await system.init()
    assert.deepEqual([code, did(stdout, 'left as it is: ')], [0, 3])
    assert.equal(await system.read(UNIT), before)
  })

  test('a unit of an earlier version is replaced, and edited settings stay', async (t) => {
    const system = await newSystem(t)
    await system.init()
    const unit = await system.read(UNIT)
    const older = earlier(unit)
    await writeFile(system.at(UNIT), older)
    await writeFile(system.at(SETTINGS), 'PORT=9090\n')
    const { code, stdout } = await system.init('--force')
    assert.deepEqual([code, did(stdout, 'replaced ')], [0, 1])
    assert.equal(await system.read(UNIT), unit)
    assert.equal(await system.read(SETTINGS), 'PORT=9090\n')
    assert.deepEqual(system.files(), [SETTINGS, UNIT, USER].toSorted())
  })

  test('an edited unit is replaced only by force, and kept', async (t) => {
    const system = await newSystem(t)
    await system.init()
    const unit = await system.read(UNIT)
    const edited = unit.replace('TimeoutStopSec=30', 'TimeoutStopSec=90')
    assert.notEqual(edited, unit)
    await writeFile(system.at(UNIT), edited)
    assertRefused(await system.init(), /longview\.service was edited: .*systemctl edit.*--force/u)
    assert.equal(await system.read(UNIT), edited)
    assert.equal((await system.init('--force')).code, 0)
    assert.deepEqual([await system.read(UNIT), await system.read(`${UNIT}.old`)], [unit, edited])
  })

  test('a masked unit counts as edited, and what it points to is not written', async (t) => {
    const system = await newSystem(t)
    await mkdir(system.at('etc/systemd/system'), { recursive: true })
    await symlink('/dev/null', system.at(UNIT))
    assertRefused(await system.init(), /longview\.service was edited/u)
    assert.equal((await system.init('--force')).code, 0)
    assert.ok(isAsWritten(await system.read(UNIT)))
  })

  test('--dry-run prints the files and what would happen, and needs no right', async (t) => {
    const system = await newSystem(t, { hasSystemd: false })
    withoutRights(t)
    const { code, stdout } = await system.init('--dry-run')
    assert.deepEqual([code, system.files()], [0, []])
    for (const path of [USER, SETTINGS, UNIT]) assert.ok(stdout.includes(`# ${system.at(path)}: would be written\n`))
    assert.ok(stdout.includes('\nType=notify\n'))
  })

  test('who is not root is told what to do', async (t) => {
    const system = await newSystem(t)
    withoutRights(t)
    assertRefused(await system.run(), /sudo longview init --systemd.*--dry-run/u)
  })

  test('without systemd, the remedy is named', async (t) => {
    const system = await newSystem(t, { hasSystemd: false })
    const { code, stderr } = await system.init()
    assert.equal(code, 1)
    assert.match(stderr, /^longview: systemd-sysusers cannot be started \(ENOENT\): install systemd/u)
  })

  test('a program that the service could not read is refused', () => {
    const node = '/bin/sh'
    assert.throws(() => refuseUnreachable({ node, executable: '/var/tmp/longview.js' }), /var\/tmp.*opt\/longview/u)
    assert.throws(() => refuseUnreachable({ node, executable: '/etc/shadow' }), /\/etc\/shadow/u)
    refuseUnreachable({ node, executable: '/etc/passwd' })
  })
})

/** A unit as an earlier version could have written it. */
const earlier = (unit: string): string => {
  const [mark = '', ...lines] = unit.replace('TimeoutStopSec=30', 'TimeoutStopSec=20').split('\n')
  const body = lines.join('\n')
  const text = `${mark.replace(/[0-9a-f]{64}/u, createHash('sha256').update(body).digest('hex'))}\n${body}`
  assert.ok(isAsWritten(text) && text !== unit)
  return text
}

/** Of at most 10; the scale is that of systemd, in tenths. */
const MOST_EXPOSED = '20'

const analyze = (...args: string[]) => spawnSync('systemd-analyze', args, { encoding: 'utf8' })

test('systemd finds no fault in the unit, and little exposure', async (t) => {
  if (analyze('--version').error !== undefined) return t.diagnostic('not run: systemd-analyze')
  const system = await newSystem(t)
  await system.init()
  const unit = await system.read(UNIT)
  const file = join(system.root, 'longview.service')
  const judge = async (text: string) => {
    await writeFile(file, text)
    const { stderr } = analyze('verify', '--man=no', file)
    // It also reads the units that this one names.
    const faults = stderr.split('\n').filter((line) => line.includes('longview.service'))
    const rated = analyze('security', '--offline=yes', '--no-pager', `--threshold=${MOST_EXPOSED}`, file)
    return { faults, isExposed: rated.status !== 0, of: rated.stdout }
  }
  const { faults, isExposed, of } = await judge(unit)
  assert.deepEqual({ faults, isExposed }, { faults: [], isExposed: false }, of)
  assert.match(of, /Overall exposure level for longview\.service: [01]\.\d OK/u)
  assert.match((await judge(unit.replace('PrivateTmp=yes', 'PrivatTmp=yes'))).faults.join(), /PrivatTmp/u)
  assert.ok((await judge(unit.replace(/^SystemCallFilter=.*\n/gmu, ''))).isExposed)
})
