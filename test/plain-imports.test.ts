import assert from 'node:assert/strict'
import { posix } from 'node:path'
import { test } from 'node:test'
import { sourceFiles, type SourceFile } from './support/source-tree/source-files.ts'

// The program is loaded by plain imports; a few large packages are loaded when they are needed.

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

/** Large packages that most processes never need, each behind one dynamic import. */
const LARGE =
  /^(?:@modelcontextprotocol\/server|@simplewebauthn\/server|@zxcvbn-ts\/language-common|@citation-js\/|nodemailer|imapflow|prom-client|s3mini|pg)(?:\/|$)/u
const PACKAGE_IMPORT = /^(?:import|export) (?!type )[^';]*?from '(?<name>[^#.'][^']*)'/gmu

const largeImports = (start: string, files: readonly SourceFile[]): string[] => {
  const loaded = loadedWith(start, files)
  return files.flatMap(({ path, text }) =>
    [...text.matchAll(PACKAGE_IMPORT)].flatMap(({ groups }) =>
      loaded.has(path) && LARGE.test(groups?.name ?? '') ? [`${path}: ${groups?.name}`] : [],
    ),
  )
}

/** Files that load another one when they need it: for a large package, and the command line for a command. */
const LOADING_LATER = [
  'cli/mail.ts',
  'cli/main.ts',
  'credentials/passphrases.ts',
  'credentials/web-authn.ts',
  'formats/read-records.ts',
  'http/agent-api/mcp/routes.ts',
  'http/server.ts',
  'mail/open-mailer.ts',
  'maintenance/copy-corpus.ts',
  'maintenance/examine-database.ts',
  'open-corpus.ts',
  'open-file-store.ts',
  'open-metrics.ts',
]

const loadingLater = (files: readonly SourceFile[]): string[] =>
  files.flatMap(({ path, text }) => (/\bimport\(\s*['"`\w]/u.test(text) ? [path] : [])).toSorted()

test('everything is imported plainly, but for large packages that are rarely needed', () => {
  assert.deepEqual(loadingLater(sourceFiles), LOADING_LATER)
  const later = { path: 'core/paper.ts', text: "const { a } = await import('./chapter.ts')" }
  assert.deepEqual(loadingLater([later, { path: 'core/chapter.ts', text: "import { b } from './other.ts'" }]), [
    'core/paper.ts',
  ])
})

test('a server loads all its surfaces and jobs, and no large package that it may never need', () => {
  const loaded = loadedWith('cli/serve/serve.ts', sourceFiles)
  for (const path of ['http/console/routes.ts', 'store/sql/subjects.ts', 'service-jobs.ts'])
    assert.ok(loaded.has(path), `${path} is not loaded`)
  assert.deepEqual(largeImports('cli/serve/serve.ts', sourceFiles), [])
  const eager = sourceFiles.map((one) =>
    one.path === 'http/lifecycle.ts' ? { ...one, text: "import { Client } from 'pg'" } : one,
  )
  assert.deepEqual(largeImports('cli/serve/serve.ts', eager), ['http/lifecycle.ts: pg'])
})
