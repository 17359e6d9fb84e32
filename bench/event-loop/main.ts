import { parseArgs } from 'node:util'
import { startPostgres } from '../../test/support/database/postgres.ts'
import { catalogueServer } from './catalogue-server.ts'
import { measureFiles, measureReadPdfs } from './measure-files.ts'
import { measureImports, measureOnePaper } from './measure-imports.ts'
import { measureChunks, measureEnds } from './measure-sessions.ts'
import { measureSources } from './measure-sources.ts'
import { measureTexts } from './measure-texts.ts'
import { startMeasuredServer } from './measured-server.ts'

/**
 * Measures how long incoming data blocks the event loop of a running server: files, imports of each format, chunks of a session,
 * watched sources, the end of a session. It counts processor time of the thread (probe.ts), so that other work on the machine does
 * not matter. Exits with 1 if a task took more than 100 ms without major garbage collections, which are reported separately.
 *
 *     node bench/event-loop/main.ts [--mebibytes 10] [--records 10000] [--only NAME] [--postgres]
 */

const { values } = parseArgs({
  options: {
    records: { type: 'string', default: '10000' },
    mebibytes: { type: 'string', default: '10' },
    only: { type: 'string', default: '' },
    limit: { type: 'string', default: '100' },
    postgres: { type: 'boolean', default: false },
  },
})
const limitMs = Number(values.limit)
const mebibytes = Number(values.mebibytes)

const catalogues = await catalogueServer()
const postgres = values.postgres ? await startPostgres() : null
const postgresUrl = (await postgres?.createDatabase()) ?? null
const server = await startMeasuredServer({
  limitMs,
  only: new RegExp(values.only, 'u'),
  postgresUrl,
  allowed: catalogues.origin,
})
try {
  await measureOnePaper(server)
  await measureFiles(server)
  await measureImports(server, mebibytes)
  await measureReadPdfs(server)
  await measureTexts(server)
  await measureChunks(server, mebibytes)
  await measureSources(server, catalogues)
  await measureEnds(server, Number(values.records))
} finally {
  catalogues.close()
  await server.stop()
  await postgres?.remove()
}
const { failures } = server
process.stdout.write(
  failures.length === 0
    ? `Nothing took more than ${limitMs} ms.\n`
    : `More than ${limitMs} ms: ${failures.join('; ')}\n`,
)
process.exitCode = failures.length === 0 ? 0 : 1
