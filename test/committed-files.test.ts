import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, lstatSync, readFileSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from './support/files.ts'

// Nothing that is committed names the machine it was made on: neither the tree as it is, nor what a commit since the last release
// added, even if a later one removed it.

const ROOT = resolve(import.meta.dirname, '..')

const RECORDINGS = /\.(?:cpuprofile|heapprofile|heapsnapshot)$|(?:^|\/)(?:isolate-.*\.log|core\.\d+)$/u
const RECORDED = /"callFrame":\{"functionName"|"snapshot":\{"meta":/u

const escaped = (text: string): string => text.replaceAll(/[^\w/ -]/gu, '\\$&')

/** Folders of people, and the checkout itself. */
const machinePaths = (root: string): RegExp =>
  new RegExp(
    ['/home/[a-z]', '/Users/[A-Za-z]', '/roo[t]/', '[A-Z]:\\\\Users\\\\', escaped(root)]
      .map((pattern) => `(?<![\\w.:/-])(?:file://)?${pattern}`)
      .join('|'),
    'u',
  )

type Content = { path: string; text: string }

/** What came in before this was checked. History stays as it is. */
const KNOWN = new Set(['prof5/CPU.20261123.010855.7632.0.001.cpuprofile'])

const traces = (contents: readonly Content[], root = ROOT): string[] => {
  const paths = machinePaths(root)
  return contents.flatMap(({ path, text }) => {
    if (KNOWN.has(path)) return []
    if (RECORDINGS.test(path) || RECORDED.test(text)) return [`${path}: a recording of a process`]
    const found = paths.exec(text)
    return found === null ? [] : [`${path}: ${text.slice(found.index, found.index + 60).split('\n')[0]}`]
  })
}

/** The output of git; null where it or the repository is missing. */
const git = (root: string, ...args: string[]): string | null => {
  const { status, stdout } = spawnSync('git', ['-C', root, ...args], { encoding: 'utf8', maxBuffer: 2 ** 30 })
  return status === 0 ? stdout : null
}

/** Files of the tree, also those that are not committed yet. */
const treeOf = (root: string): Content[] => {
  const listed = git(root, 'ls-files', '-z', '--cached', '--others', '--exclude-standard')?.split('\0')
  const paths =
    listed ??
    globSync('**/*', { cwd: root, exclude: ['**/node_modules/**', '**/dist/**', 'data/**'] }).map((path) =>
      path.replaceAll('\\', '/'),
    )
  return paths
    .filter((path) => path !== '' && lstatSync(join(root, path), { throwIfNoEntry: false })?.isFile() === true)
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

/** The lines that a patch adds, by file. */
const addedBy = (patch: string): Content[] =>
  patch.split(/^diff --git /mu).flatMap((part) => {
    const path = /^\+\+\+ b\/(?<path>.*)$/mu.exec(part)?.groups?.path
    if (path === undefined) return []
    const lines = part.split('\n').filter((line) => line.startsWith('+') && !line.startsWith('+++ '))
    return [{ path, text: lines.map((line) => line.slice(1)).join('\n') }]
  })

/**
 * What commits have added since the version was raised, and what the index adds. Where the history does not reach back so far
 * it begins with what is there; without a repository it is empty.
 */
const addedIn = (root: string): Content[] => {
  const asPatch = ['--patch', '--unified=0', '--no-renames', '--no-ext-diff', '--text', '--diff-filter=AM']
  const release = git(root, 'log', '-1', '--format=%H', '-G"version":', '--', 'package.json')?.trim()
  const range = release === undefined || release === '' ? 'HEAD' : `${release}..HEAD`
  return ['log --format=', 'diff --cached'].flatMap((command) => {
    const [name = '', ...options] = command.split(' ')
    const patch = git(root, name, ...options, ...asPatch, ...(name === 'log' ? [range] : []))
    return addedBy(patch ?? '')
  })
}

test('no file of the tree names the machine it was made on', () => {
  const tree = treeOf(ROOT)
  assert.ok(tree.length > 1_000, `only ${tree.length} files were seen`)
  assert.deepEqual(traces(tree), [])
})

test('no commit since the last release has added such a file, nor does the index', () => {
  assert.deepEqual(traces(addedIn(ROOT)), [])
})

const at = (folder: string): string => `read ${folder}/anna/main.ts`

const caught = (text: string, path = 'notes/a.md'): number => traces([{ path, text }], '/srv/code/longview').length

test('paths and recordings are caught, and addresses are not', () => {
  for (const folder of ['/home', '/Users', 'file:///home', 'C:\\Users', '/srv/code/longview'])
    assert.equal(caught(folder.includes('\\') ? `${folder}\\anna` : at(folder)), 1, folder)
  assert.equal(caught('', 'prof/CPU.1.cpuprofile'), 1)
  assert.equal(caught(JSON.stringify({ nodes: [{ callFrame: { functionName: 'main' } }] }), 'profile.json'), 1)
  for (const text of ['https://example.org/home/anna', 'src/root/a.ts', '/api/home', '~/longview'])
    assert.equal(caught(text), 0, text)
})

test('what one commit adds and the next removes is caught, so is what is staged, and a folder without history is read', async (t) => {
  const root = await temporaryFolder(t)
  const write = async (path: string, text: string): Promise<void> => {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  const commit = (): void => {
    const who = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'commit.gpgsign=false']
    assert.ok(git(root, 'add', '--all') !== null)
    assert.ok(git(root, ...who, 'commit', '--quiet', '--no-verify', '--message', 'a step') !== null)
  }
  await write('package.json', '{ "version": "1.0.0" }')
  await write('notes.md', at('/home'))
  assert.deepEqual([traces(addedIn(root)), traces(treeOf(root)).length], [[], 1], 'a folder without history')
  assert.ok(git(root, 'init', '--quiet') !== null)
  assert.deepEqual(addedIn(root), [], 'no commit yet')
  await rm(join(root, 'notes.md'))
  commit()
  await write('prof/CPU.1.cpuprofile', '{}')
  await write('a.md', at('/Users'))
  commit()
  await rm(join(root, 'prof'), { recursive: true })
  await write('a.md', 'read main.ts')
  commit()
  await write('b.md', at('/home'))
  assert.ok(git(root, 'add', '--all') !== null)
  await rm(join(root, 'b.md'))
  assert.deepEqual(traces(treeOf(root)), [])
  const found = traces(addedIn(root))
  assert.deepEqual(
    found.map((each) => each.split(':')[0]),
    ['a.md', 'prof/CPU.1.cpuprofile', 'b.md'],
  )
})
