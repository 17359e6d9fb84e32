import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { layerViolations } from './support/source-tree/layer-violations.ts'

const SOURCE = resolve(import.meta.dirname, '../src')

/**
 * Who may import whom. A layer is the longest matching prefix of a file's path below src/; `self` is the layer itself.
 * A surface is a layer of its own, so no surface can import another.
 */
const SHARED_BY_SURFACES = [
  'http/auth',
  'http/caching',
  'http/input',
  'http/lifecycle.ts',
  'http/pages',
  'http/paging',
  'http/routing',
]

const mayImport: Record<string, string[]> = {
  core: ['self'],
  ports: ['self', 'core'],
  actions: ['self', 'core', 'ports'],
  queries: ['self', 'core', 'ports'],
  schemas: ['self', 'core'],
  starter: ['self', 'core', 'schemas'],
  formats: ['self', 'core'],
  pdf: ['self', 'core'],
  imports: ['self', 'core', 'ports', 'actions', 'queries', 'schemas', 'formats', 'pdf'],
  sources: ['self', 'core', 'ports', 'actions', 'formats', 'imports'],
  auth: ['self', 'core', 'ports'],
  files: ['self', 'core', 'ports', 'actions'],
  'files/stores': ['self', 'core', 'ports', 'private-folder.ts'],
  outbound: ['self', 'core', 'ports'],
  'store/tables': ['core', 'ports'],
  'store/rows.ts': ['core', 'ports', 'store/tables'],
  'store/sql': ['self', 'core', 'ports', 'store/rows.ts'],
  'store/sqlite': ['self', 'core', 'ports', 'store/rows.ts', 'store/sql', 'private-folder.ts'],
  'store/postgres': ['self', 'core', 'ports', 'store/rows.ts', 'store/sql'],
  markdown: ['self', 'core', 'ports'],
  'html.ts': ['core'],
  /** A package of its own, `#client/…`: it stands beside src/ and imports nothing of it. */
  client: ['self'],
  'http/routing': ['self', 'core', 'ports'],
  'http/auth': ['self', 'core', 'ports', 'actions', 'http/routing'],
  'http/input': ['self', 'core', 'ports', 'actions', 'schemas', 'http/routing'],
  'http/pages': ['self', 'core', 'html.ts', 'http/routing'],
  'http/paging': ['self', 'core', 'ports'],
  'http/caching': ['self', 'http/routing'],
  'http/pipeline': [
    'self',
    'core',
    'ports',
    'http/auth',
    'http/caching',
    'http/input',
    'http/lifecycle.ts',
    'http/limits',
    'http/routing',
  ],
  'http/lifecycle.ts': [],
  'http/limits': ['self', 'core'],
  'http/listen.ts': ['core', 'http/lifecycle.ts', 'http/limits', 'http/routing'],
  'http/server.ts': ['core', 'ports', 'actions', 'queries', 'http/*', 'load-in-turns.ts'],
  'http/server-ports.ts': ['core', 'ports', 'actions', 'http/auth', 'http/limits', 'http/lifecycle.ts'],
  'http/surface-ports.ts': ['core', 'ports', 'actions', 'queries', 'http/*'],
  'http/surfaces.ts': ['http/*'],
  'http/agent-surface.ts': ['http/*'],
  'http/corpus-surface.ts': ['http/*'],
  'http/*': [
    'self',
    'core',
    'ports',
    'actions',
    'queries',
    'schemas',
    'formats',
    'imports',
    'files',
    'html.ts',
    ...SHARED_BY_SURFACES,
  ],
  jobs: ['self', 'core', 'ports', 'actions', 'queries'],
  mail: ['self', 'core', 'ports', 'html.ts'],
  'environment.ts': ['core'],
  'config.ts': ['core', 'environment.ts', 'mail-config.ts'],
  'mail-config.ts': ['core', 'environment.ts'],
  'open-source-reader.ts': [
    'core',
    'ports',
    'outbound',
    'sources',
    'config.ts',
    'open-corpus.ts',
    'random-ids.ts',
    'version.ts',
  ],
  'open-webhook-delivery.ts': [
    'ports',
    'outbound',
    'jobs',
    'http/agent-api',
    'config.ts',
    'open-corpus.ts',
    'version.ts',
  ],
  'open-file-store.ts': ['ports', 'files/stores', 'config.ts'],
  'load-in-turns.ts': [],
  'private-folder.ts': [],
  'log.ts': ['core', 'ports', 'config.ts'],
  'system-clock.ts': ['ports'],
  'random-ids.ts': ['ports'],
  'version.ts': [],
  'resolve-once.ts': [],
  'open-corpus.ts': [
    'actions',
    'ports',
    'mail',
    'store/sqlite',
    'store/postgres',
    'config.ts',
    'log.ts',
    'random-ids.ts',
    'system-clock.ts',
  ],
  maintenance: [
    'self',
    'core',
    'ports',
    'files',
    'store/rows.ts',
    'store/sql',
    'store/sqlite',
    'store/postgres',
    'config.ts',
    'system-clock.ts',
  ],
  dumps: ['self', 'core', 'ports', 'queries', 'schemas', 'store/sql', 'maintenance', 'config.ts'],
  'first-start': ['self', 'ports', 'actions', 'starter', 'config.ts', 'open-corpus.ts'],
  evaluation: ['self', 'core', 'ports', 'actions', 'queries', 'schemas', 'config.ts', 'open-corpus.ts'],
  'app.ts': ['*'],
  'service-jobs.ts': ['*'],
  cli: [
    'self',
    'client',
    'core',
    'ports',
    'actions',
    'queries',
    'jobs',
    'mail',
    'schemas',
    'formats',
    'imports',
    'files',
    'first-start',
    'evaluation',
    'maintenance',
    'dumps',
    'auth',
    'markdown',
    'app.ts',
    'config.ts',
    'log.ts',
    'open-corpus.ts',
    'open-file-store.ts',
    'open-source-reader.ts',
    'sources',
    'system-clock.ts',
    'version.ts',
  ],
}

/** Packages and Node modules that a pure layer may use; layers that are not listed may use any. */
const packages: Record<string, RegExp> = {
  core: /^(?:diff\/lib\/diff\/array\.js|stemmer|node:crypto|node:zlib)$/u,
  ports: /^$/u,
  actions: /^$/u,
  files: /^$/u,
  'files/stores': /^(?:s3mini|node:(?:crypto|fs|fs\/promises|os|path))$/u,
  queries: /^$/u,
  schemas: /^zod$/u,
  formats: /^(?:@citation-js\/plugin-bibtex\/.*|@streamparser\/json|csv-parse\/sync|saxes|node:stream|node:zlib)$/u,
  pdf: /^(?:unpdf\/pdfjs|node:child_process|node:events|node:fs\/promises|node:os|node:path|node:stream\/consumers|node:url)$/u,
  'store/sql': /^(?:kysely|node:timers\/promises)$/u,
  outbound: /^node:(?:dns|http|https|net|stream|timers\/promises|zlib)$/u,
  markdown: /^(?:micromark|node:events|node:os|node:worker_threads)$/u,
  'html.ts': /^hono\/html$/u,
}

const violations = layerViolations(SOURCE, { mayImport, packages })

const sources = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
)

test('every file keeps to the layers it may import', () => {
  assert.ok(sources.length > 100, `only ${sources.length} source files were seen`)
  const found = sources.flatMap((file) => violations(file, readFileSync(join(SOURCE, file), 'utf8')))
  assert.deepEqual(found, [])
})

test('planted violations are caught', () => {
  const planted: [string, string][] = [
    ['core/paper.ts', "import { openSqliteStore } from '#store/sqlite/open-sqlite-store.ts'"],
    ['core/paper.ts', "import { readFileSync } from 'node:fs'"],
    ['core/paper.ts', "const lazy = await import('#ports/store/store.ts')"],
    ['actions/mail/subscribe.ts', "import { Hono } from 'hono'"],
    ['actions/submissions/submit-paper.ts', "import { assessPaper } from '#queries/assess-paper.ts'"],
    ['queries/assess-paper.ts', "import { submitPaper } from '#actions/submissions/submit-paper.ts'"],
    ['queries/assess-paper.ts', "import { json } from '#http/routing/reply.ts'"],
    ['first-start/load-starter.ts', "import { createServer } from '#http/server.ts'"],
    ['maintenance/copy-corpus.ts', "import { openCorpus } from '../open-corpus.ts'"],
    ['http/agent-api/papers/routes.ts', "import { presentPaper } from '#http/corpus-api/papers/present.ts'"],
    ['http/reader/routes.ts', "import { presentPaper } from '../corpus-api/papers/present.ts'"],
    ['store/sql/papers.ts', "export { searchPage } from '../sqlite/search.ts'"],
    ['store/sql/papers.ts', "import Database from 'better-sqlite3'"],
    ['http/agent-api/papers/routes.ts', "import { createLongviewClient } from '#client/client.ts'"],
    ['cli/serve.ts', "import { createServer } from '#http/server.ts'"],
    ['helpers/misc.ts', ''],
  ]
  for (const [file, text] of planted) assert.equal(violations(file, text).length, 1, `${file}: ${text}`)
})

test('what the layers allow is not reported', () => {
  assert.deepEqual(violations('actions/mail/subscribe.ts', "import type { Store } from '#ports/store/store.ts'"), [])
  assert.deepEqual(violations('core/week.ts', "import { invalid } from './failure.ts'"), [])
})
