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
  edited: ['self', 'core', 'ports', 'actions', 'schemas'],
  starter: ['self', 'core', 'schemas'],
  formats: ['self', 'core'],
  pdf: ['self', 'core', 'threads'],
  threads: ['self', 'core'],
  imports: ['self', 'core', 'ports', 'actions', 'queries', 'schemas', 'formats', 'pdf', 'threads'],
  sources: ['self', 'core', 'ports', 'actions', 'formats', 'imports', 'threads'],
  credentials: ['self', 'core', 'ports'],
  files: ['self', 'core', 'ports', 'actions', 'private-folder.ts', 'tracing'],
  outbound: ['self', 'core', 'ports', 'tracing'],
  tracing: ['self', 'core'],
  'store/tables.ts': ['core', 'ports'],
  'store/rows.ts': ['core', 'ports', 'store/tables.ts'],
  'store/sql': ['self', 'core', 'ports', 'store/rows.ts'],
  'store/sqlite': ['self', 'core', 'ports', 'store/rows.ts', 'store/sql', 'private-folder.ts'],
  'store/postgres': ['self', 'core', 'ports', 'store/rows.ts', 'store/sql'],
  markdown: ['self', 'core', 'ports', 'threads'],
  embeddings: ['self', 'core', 'ports', 'threads'],
  'share-images': ['self', 'core', 'ports', 'threads'],
  'html.ts': ['core'],
  /** A package of its own, `#client/…`: it stands beside src/ and imports nothing of it. */
  client: ['self'],
  'http/routing': ['self', 'core', 'ports'],
  'http/auth': ['self', 'core', 'ports', 'actions', 'http/routing'],
  'http/input': ['self', 'core', 'ports', 'actions', 'schemas', 'http/routing'],
  'http/pages': ['self', 'core', 'ports', 'html.ts', 'http/routing'],
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
    'tracing',
  ],
  'http/metrics.ts': ['core', 'ports', 'http/routing'],
  'http/lifecycle.ts': [],
  'http/limits': ['self', 'core'],
  'http/listen.ts': ['core', 'http/lifecycle.ts', 'http/limits', 'http/routing'],
  'http/server.ts': ['core', 'http/*'],
  'http/ports.ts': ['core', 'ports', 'actions', 'queries', 'imports', 'http/*'],
  'http/surfaces.ts': ['http/*'],
  'http/*': [
    'self',
    'core',
    'ports',
    'actions',
    'queries',
    'schemas',
    'edited',
    'formats',
    'imports',
    'files',
    'html.ts',
    ...SHARED_BY_SURFACES,
  ],
  metrics: ['self', 'core', 'ports', 'queries'],
  jobs: ['self', 'core', 'ports', 'actions', 'queries', 'schemas', 'tracing'],
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
  'open-webhook-delivery.ts': ['ports', 'outbound', 'jobs', 'config.ts', 'open-corpus.ts', 'version.ts'],
  'open-embeddings.ts': ['ports', 'embeddings', 'outbound', 'config.ts', 'open-corpus.ts', 'version.ts'],
  'open-file-store.ts': ['ports', 'files', 'config.ts'],
  'private-folder.ts': [],
  'measured-store.ts': ['core', 'ports'],
  'open-metrics.ts': ['ports', 'queries', 'metrics', 'config.ts', 'open-corpus.ts', 'version.ts'],
  'log.ts': ['core', 'ports', 'config.ts', 'tracing'],
  'system-clock.ts': ['ports'],
  'random-ids.ts': ['ports'],
  'version.ts': [],
  'open-corpus.ts': [
    'core',
    'ports',
    'actions',
    'queries',
    'mail',
    'store/sqlite',
    'store/postgres',
    'config.ts',
    'log.ts',
    'measured-store.ts',
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
  dumps: ['self', 'core', 'ports', 'queries', 'schemas', 'store/sql', 'maintenance', 'threads', 'config.ts'],
  backups: [
    'self',
    'core',
    'ports',
    'queries',
    'maintenance',
    'threads',
    'config.ts',
    'open-file-store.ts',
    'private-folder.ts',
    'version.ts',
  ],
  'first-start.ts': ['ports', 'actions', 'starter', 'config.ts', 'open-corpus.ts'],
  evaluation: ['self', 'core', 'ports', 'actions', 'queries', 'schemas', 'config.ts', 'open-corpus.ts'],
  'app.ts': ['*'],
  'service-jobs.ts': ['*'],
  cli: [
    'self',
    'client',
    'core',
    'ports',
    'edited',
    'actions',
    'queries',
    'jobs',
    'mail',
    'outbound',
    'schemas',
    'formats',
    'imports',
    'files',
    'first-start.ts',
    'evaluation',
    'maintenance',
    'dumps',
    'backups',
    'credentials',
    'markdown',
    'threads',
    'app.ts',
    'config.ts',
    'log.ts',
    'open-corpus.ts',
    'open-embeddings.ts',
    'open-file-store.ts',
    'open-metrics.ts',
    'open-source-reader.ts',
    'private-folder.ts',
    'metrics',
    'sources',
    'system-clock.ts',
    'version.ts',
  ],
}

/** Packages and Node modules that a pure layer may use; layers that are not listed may use any. */
const packages: Record<string, RegExp> = {
  core: /^(?:any-ascii|croner|diff\/lib\/diff\/array\.js|stemmer|node:crypto|node:zlib)$/u,
  ports: /^$/u,
  actions: /^$/u,
  files: /^(?:s3mini|node:(?:crypto|fs|fs\/promises|os|path|timers\/promises))$/u,
  queries: /^$/u,
  schemas: /^(?:saxes|zod)$/u,
  formats:
    /^(?:@citation-js\/plugin-bibtex\/.*|@streamparser\/json|csv-parse\/sync|htmlparser2|saxes|node:stream|node:zlib|yauzl)$/u,
  pdf: /^(?:unpdf\/pdfjs|node:os|node:stream\/consumers)$/u,
  threads: /^node:/u,
  tracing: /^node:async_hooks$/u,
  'store/sql': /^kysely$/u,
  outbound: /^node:(?:dns|http|https|net|stream|timers\/promises|zlib)$/u,
  'share-images': /^(?:@resvg\/resvg-wasm|node:(?:fs\/promises|zlib))$/u,
  markdown: /^(?:micromark|micromark-extension-gfm-table|micromark-util-types|temml)$/u,
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
    ['actions/subscribers.ts', "import { Hono } from 'hono'"],
    ['actions/submissions.ts', "import { checkPaper } from '#queries/check-paper.ts'"],
    ['queries/check-paper.ts', "import { submitPaper } from '#actions/submissions/submit-paper.ts'"],
    ['queries/check-paper.ts', "import { json } from '#http/routing/reply.ts'"],
    ['first-start.ts', "import { createServer } from '#http/server.ts'"],
    ['maintenance/copy-corpus.ts', "import { openCorpus } from '../open-corpus.ts'"],
    ['http/agent-api/papers.ts', "import { presentPaper } from '#http/corpus-api/papers/present.ts'"],
    ['http/reader/routes.ts', "import { presentPaper } from '../corpus-api/papers/present.ts'"],
    ['store/sql/papers.ts', "export { searchPage } from '../sqlite/search.ts'"],
    ['store/sql/papers.ts', "import Database from 'better-sqlite3'"],
    ['http/agent-api/papers.ts', "import { createLongviewClient } from '#client/client.ts'"],
    ['cli/serve.ts', "import { createServer } from '#http/server.ts'"],
    ['helpers/misc.ts', ''],
  ]
  for (const [file, text] of planted) assert.equal(violations(file, text).length, 1, `${file}: ${text}`)
})

test('what the layers allow is not reported', () => {
  assert.deepEqual(violations('actions/subscribers.ts', "import type { Store } from '#ports/store/store.ts'"), [])
  assert.deepEqual(violations('core/week.ts', "import { invalid } from './failure.ts'"), [])
})
