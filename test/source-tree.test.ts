import assert from 'node:assert/strict'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix, resolve } from 'node:path'
import { test } from 'node:test'

// How the source tree may be laid out: no name with two meanings, no crowded folder, no long file, no cycle.

const ROOT = resolve(import.meta.dirname, '..')
const MAX_FILES_PER_FOLDER = 24
const MAX_LINES_PER_FILE = 250

type SourceFile = { path: string; text: string }

const sourceFiles: readonly SourceFile[] = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(join(ROOT, 'src', path), 'utf8') }))

/** Two surfaces may use the same name for their own things; the engines have the same parts. */
const hasOwnNames = (path: string): boolean =>
  /^http\/[^/]+\/[^/]+\/|^http\/[^/]*(?:-api|reader|console|reference|assets)\//u.test(path)
const engineOf = (path: string): string | null =>
  /^store\/(?<engine>sqlite|postgres)\//u.exec(path)?.groups?.engine ?? null

const EXPORT = /^export (?:async )?(?:const|let|type|class|function|interface) (?<name>\w+)/gmu

/** Names that two files export: `name: file, file`. */
const repeatedExports = (files: readonly SourceFile[]): string[] => {
  const exporters = new Map<string, string[]>()
  for (const { path, text } of files)
    if (!hasOwnNames(path))
      for (const { groups } of text.matchAll(EXPORT)) {
        const name = groups?.name ?? ''
        exporters.set(name, [...(exporters.get(name) ?? []), path])
      }
  return [...exporters].flatMap(([name, paths]) => {
    const engines = new Set(paths.map(engineOf))
    const isOnePerEngine = !engines.has(null) && engines.size === paths.length
    return paths.length === 1 || isOnePerEngine ? [] : [`${name}: ${paths.join(', ')}`]
  })
}

/** Folders with too many files: `folder: files`. Migrations stay where they are, one after another. */
const crowdedFolders = (paths: readonly string[]): string[] =>
  [...Map.groupBy(paths, (path) => dirname(path))].flatMap(([folder, files]) =>
    files.length > MAX_FILES_PER_FOLDER && !folder.endsWith('/migrations') ? [`${folder}: ${files.length}`] : [],
  )

const ACTION = /^export const (?<name>\w+) = (?:async )?\(\s*(?:tx|\{[^}]*\}): ActionContext\b/gmu

/** Files of actions that hold more than one: `file: action, action`. A file is named by its verb. */
const severalActions = (files: readonly SourceFile[]): string[] =>
  files.flatMap(({ path, text }) => {
    const names = [...text.matchAll(ACTION)].map(({ groups }) => groups?.name ?? '')
    return path.startsWith('actions/') && names.length > 1 ? [`${path}: ${names.join(', ')}`] : []
  })

/** Files that are too long: `file: lines`. What is generated is as long as it has to be. */
const longFiles = (files: readonly SourceFile[]): string[] =>
  files.flatMap(({ path, text }) => {
    const lines = text.trimEnd().split('\n').length
    return lines > MAX_LINES_PER_FILE && path !== 'clients/typescript/src/schema.ts' ? [`${path}: ${lines}`] : []
  })

const IMPORT = /(?:from|import\()\s*'(?<target>[#.][^']+)'/gu

/**
 * A unit is a folder of the second level, below store/sql of the third. A file beside the folders of src and http, such
 * as app.ts and server.ts, is a unit of its own, as it is a layer of its own in architecture.test.ts.
 */
const folderOf = (path: string): string => {
  const folders = path.split('/').slice(0, -1)
  if (folders.length === 0 || (folders.length === 1 && folders[0] === 'http')) return path
  return folders.slice(0, path.startsWith('store/sql/') ? 3 : 2).join('/')
}

const folderImports = (files: readonly SourceFile[]): Map<string, Set<string>> => {
  const imports = new Map<string, Set<string>>()
  for (const { path, text } of files) {
    const imported = imports.get(folderOf(path)) ?? new Set()
    imports.set(folderOf(path), imported)
    for (const { groups } of text.matchAll(IMPORT)) {
      const target = groups?.target ?? ''
      const file = target.startsWith('#') ? target.slice(1) : posix.join(posix.dirname(path), target)
      if (folderOf(file) !== folderOf(path)) imported.add(folderOf(file))
    }
  }
  return imports
}

/** Units that import each other, directly or through others: what is left once all units without imports are removed. */
const circles = (files: readonly SourceFile[]): string[] => {
  const imports = folderImports(files)
  const isIdle = (room: string): boolean => {
    const targets = imports.get(room) ?? new Set()
    const isImported = [...imports.values()].some((imported) => imported.has(room))
    return !isImported || [...targets].every((target) => !imports.has(target))
  }
  for (let idle = [...imports.keys()].filter(isIdle); idle.length > 0; idle = [...imports.keys()].filter(isIdle))
    for (const room of idle) imports.delete(room)
  return [...imports].map(
    ([room, imported]) => `${room} -> ${[...imported].filter((to) => imports.has(to)).join(', ')}`,
  )
}

test('no name is exported by two files, but for the surfaces and the two engines', () => {
  assert.ok(sourceFiles.length > 300, `only ${sourceFiles.length} source files were seen`)
  assert.deepEqual(repeatedExports(sourceFiles), [])
})

const planted = (path: string): SourceFile => ({ path, text: 'export const presentPaper = 1\nexport type Own = 2\n' })
const caught = (...paths: string[]): number => repeatedExports(paths.map(planted)).length

test('a name that two files export is caught', () => {
  assert.equal(caught('core/papers/paper.ts', 'schemas/paper-schema.ts'), 2)
  assert.equal(caught('store/sql/papers/paper.ts', 'store/sqlite/paper.ts'), 2)
  assert.equal(caught('store/sqlite/one.ts', 'store/sqlite/two.ts'), 2)
  assert.equal(caught('store/sqlite/search.ts', 'store/postgres/search/search.ts'), 0)
  assert.equal(caught('http/corpus-api/papers/present.ts', 'http/agent-api/papers/present.ts'), 0)
})

test('a file of actions holds one action', () => {
  assert.deepEqual(severalActions(sourceFiles), [])
  const text =
    'export const open = (tx: ActionContext) => 1\nexport const close = async (\n  tx: ActionContext,\n) => 2\n'
  assert.deepEqual(severalActions([{ path: 'actions/mail/mailbox.ts', text }]), [
    'actions/mail/mailbox.ts: open, close',
  ])
})

test('no folder holds too many files', () => {
  const paths = ['src', 'test'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => posix.join(entry.parentPath, entry.name)),
  )
  assert.ok(paths.length > 500, `only ${paths.length} files were seen`)
  assert.deepEqual(crowdedFolders(paths), [])
  const crowded = Array.from({ length: MAX_FILES_PER_FOLDER + 1 }, (_, index) => `src/drawer/${index}.ts`)
  assert.deepEqual(crowdedFolders(crowded), [`src/drawer: ${MAX_FILES_PER_FOLDER + 1}`])
  assert.deepEqual(crowdedFolders(crowded.slice(1)), [])
})

test('no file is too long, neither of the program nor of what tests and measures it', () => {
  const files = globSync('{src,test,bench,scripts,abuse,conform,clients,starter,public,bin}/**/*.{ts,js}', {
    cwd: ROOT,
    exclude: ['**/node_modules/**', '**/dist/**'],
  }).map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(join(ROOT, path), 'utf8') }))
  for (const folder of ['src', 'test', 'bench', 'scripts', 'abuse', 'conform', 'clients'])
    assert.ok(
      files.some(({ path }) => path.startsWith(`${folder}/`)),
      `no file of ${folder} was seen`,
    )
  assert.deepEqual(longFiles(files), [])
  const text = 'const a = 1\n'.repeat(MAX_LINES_PER_FILE)
  const paths = ['src/core/long.ts', 'test/contract/long.test.ts', 'bench/long.ts', 'conform/checks/long.ts']
  assert.deepEqual(longFiles(paths.map((path) => ({ path, text }))), [])
  assert.deepEqual(
    longFiles(paths.map((path) => ({ path, text: `${text}const b = 2\n` }))),
    paths.map((path) => `${path}: ${MAX_LINES_PER_FILE + 1}`),
  )
})

test('no folder imports itself through others', () => {
  assert.ok(folderImports(sourceFiles).size > 30, 'hardly any folder was seen')
  assert.deepEqual(circles(sourceFiles), [])
})

const file = (path: string, target: string): SourceFile => ({ path, text: `import { a } from '${target}'` })

test('a cycle of folders is caught, of two or of three', () => {
  const one = file('core/papers/paper.ts', '#core/search/spelling.ts')
  const back = file('core/search/spelling.ts', '../papers/paper.ts')
  assert.equal(circles([one, back]).length, 2)
  const through = file('core/search/spelling.ts', '#core/text/slug.ts')
  assert.equal(circles([one, through, file('core/text/slug.ts', '#core/papers/paper.ts')]).length, 3)
  assert.deepEqual(circles([one, through]), [])
})

const STATIC_IMPORT = /^(?:import|export) (?!type )[^';]*?from '(?<target>[#.][^']+)'/gmu

/** Every file that is loaded with this one at once. */
const loadedWith = (start: string, files: readonly SourceFile[]): Set<string> => {
  const texts = new Map(files.map(({ path, text }) => [path, text]))
  const loaded = new Set([start])
  for (const path of loaded)
    for (const { groups } of (texts.get(path) ?? '').matchAll(STATIC_IMPORT)) {
      const target = groups?.target ?? ''
      loaded.add(target.startsWith('#') ? target.slice(1) : posix.join(posix.dirname(path), target))
    }
  return loaded
}

const LOADED_WHEN_ASKED_FOR = [
  'http/surfaces.ts',
  'http/agent-surface.ts',
  'http/agent-api/papers/routes.ts',
  'http/reader/library/routes.ts',
  'http/editorial-api/papers/routes.ts',
  'http/console/routes.ts',
  'http/agent-api/mcp/routes.ts',
]

test('a server loads pages, the console and all APIs but that of the corpus only when somebody asks for them', () => {
  const loaded = loadedWith('http/server.ts', sourceFiles)
  assert.ok(loaded.has('http/corpus-api/papers/routes.ts'))
  assert.deepEqual(
    LOADED_WHEN_ASKED_FOR.filter((path) => loaded.has(path)),
    [],
  )
  assert.ok(LOADED_WHEN_ASKED_FOR.every((path) => sourceFiles.some((one) => one.path === path)))
  const eager = sourceFiles.map((one) =>
    one.path === 'http/pipeline/mount.ts' ? { ...one, text: "import { a } from '#http/surfaces.ts'" } : one,
  )
  assert.ok(loadedWith('http/server.ts', eager).has('http/reader/library/routes.ts'))
})

test('a store loads what only transactions, migrations and later reads need with their first use', () => {
  const later = ['open-private-reader.ts', 'open-public-reader.ts', 'run-transaction.ts', 'after-migrations.ts'].map(
    (name) => `store/sql/${name}`,
  )
  assert.ok(later.every((path) => sourceFiles.some((one) => one.path === path)))
  for (const engine of ['sqlite', 'postgres']) {
    const loaded = loadedWith(`store/${engine}/open-${engine}-store.ts`, sourceFiles)
    assert.ok(loaded.has('store/sql/papers/paper-reader.ts'))
    assert.deepEqual(
      later.filter((path) => loaded.has(path)),
      [],
    )
  }
})
