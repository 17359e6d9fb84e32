import assert from 'node:assert/strict'
import { posix } from 'node:path'
import { test } from 'node:test'
import { sourceFiles, type SourceFile } from './support/source-tree/source-files.ts'

// How the source tree may be laid out: no name with two meanings, no cycle.

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

const IMPORT = /(?:from|import\()\s*'(?<target>[#.][^']+)'/gu

/**
 * A unit is a folder of the second level, below store/sql of the third. A file that stands beside folders, such as app.ts
 * or core/failure.ts, is a unit of its own.
 */
const unitsOf = (files: readonly SourceFile[]): ((path: string) => string) => {
  const parents = new Set(files.map(({ path }) => posix.dirname(posix.dirname(path))))
  return (path) => {
    const folder = posix.dirname(path)
    const level = path.startsWith('store/sql/') ? 3 : 2
    const folders = folder.split('/')
    return folder === '.' || (folders.length < level && parents.has(folder)) ? path : folders.slice(0, level).join('/')
  }
}

type Imports = Map<string, Set<string>>

/** What each unit imports of the others, types among it: a circle of types is as hard to read as one of code. */
const importsOf = (files: readonly SourceFile[], unitOf: (path: string) => string): Imports => {
  const imports: Imports = new Map()
  for (const { path, text } of files) {
    const imported = imports.get(unitOf(path)) ?? new Set()
    imports.set(unitOf(path), imported)
    for (const { groups } of text.matchAll(IMPORT)) {
      const target = groups?.target ?? ''
      const unit = unitOf(target.startsWith('#') ? target.slice(1) : posix.join(posix.dirname(path), target))
      if (unit !== unitOf(path)) imported.add(unit)
    }
  }
  return imports
}

const inverted = (imports: Imports): Imports => {
  const importers: Imports = new Map([...imports.keys()].map((unit) => [unit, new Set()]))
  for (const [unit, imported] of imports) for (const target of imported) importers.get(target)?.add(unit)
  return importers
}

/** What is left once units that lead nowhere else are removed, one after another. */
const withoutEnds = (imports: Imports): Imports => {
  const left = new Map(imports)
  const leadsNowhere = (targets: Set<string>): boolean => [...targets].every((target) => !left.has(target))
  for (let before = Infinity; left.size < before;) {
    before = left.size
    for (const [unit, targets] of left) if (leadsNowhere(targets)) left.delete(unit)
  }
  return left
}

/** Units that import each other, directly or through others, and those on the way between two circles. */
const circles = (files: readonly SourceFile[], unitOf: (path: string) => string): string[] => {
  const left = inverted(withoutEnds(inverted(withoutEnds(importsOf(files, unitOf)))))
  return [...left].map(([unit, imported]) => `${unit} -> ${[...imported].join(', ')}`)
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
  assert.equal(caught('store/sqlite/search.ts', 'store/postgres/search.ts'), 0)
  assert.equal(caught('http/corpus-api/papers.ts', 'http/agent-api/papers.ts'), 0)
})

const folderOf = unitsOf(sourceFiles)
const itself = (path: string): string => path

test('no folder imports itself through others, and no file does', () => {
  assert.ok(importsOf(sourceFiles, folderOf).size > 30, 'hardly any folder was seen')
  assert.deepEqual(circles(sourceFiles, folderOf), [])
  assert.deepEqual(circles(sourceFiles, itself), [])
})

const file = (path: string, target: string): SourceFile => ({ path, text: `import { a } from '${target}'` })
const typesOnly = ({ path, text }: SourceFile): SourceFile => ({ path, text: text.replace('import', 'import type') })

test('a file that stands beside folders is a unit of its own', () => {
  assert.equal(folderOf('core/failure.ts'), 'core/failure.ts')
  assert.equal(folderOf('core/papers/paper.ts'), 'core/papers')
  assert.equal(folderOf('store/sql/review/queue.ts'), 'store/sql/review')
  assert.equal(folderOf('queries/search.ts'), 'queries')
})

test('a circle of folders is caught, of two or of three, also one of types', () => {
  const one = file('core/papers/paper.ts', '#core/search/spelling.ts')
  const back = file('core/search/spelling.ts', '../papers/paper.ts')
  assert.equal(circles([one, back], folderOf).length, 2)
  assert.equal(circles([one, typesOnly(back)], folderOf).length, 2)
  const through = file('core/search/spelling.ts', '#core/text/normalize-text.ts')
  assert.equal(
    circles([one, through, file('core/text/normalize-text.ts', '#core/papers/paper.ts')], folderOf).length,
    3,
  )
  assert.deepEqual(circles([one, through], folderOf), [])
})

test('a circle of files in one folder is caught, also one of types', () => {
  const one = file('core/papers/paper.ts', './version.ts')
  const back = file('core/papers/version.ts', '#core/papers/paper.ts')
  const beside = file('core/papers/chapter.ts', './paper.ts')
  for (const files of [[one, back, beside], [one, typesOnly(back), beside], [one, back].map(typesOnly)])
    assert.deepEqual(circles(files, itself), [
      'core/papers/paper.ts -> core/papers/version.ts',
      'core/papers/version.ts -> core/papers/paper.ts',
    ])
  assert.deepEqual(circles([one, beside], itself), [])
})
