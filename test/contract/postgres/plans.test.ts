import assert from 'node:assert/strict'
import { test } from 'node:test'
import { undoIngestionJob, mergeRankingJob, pruneExpiredJob } from '#jobs/housekeeping.ts'
import { openSession, undoSession } from '#actions/ingest-sessions.ts'
import { Client } from 'pg'
import { openPostgresStore } from '#store/postgres/open-postgres-store.ts'
import { importBytes } from '#imports/import-source.ts'
import { unhurried } from '../../support/database/engines.ts'
import { budget, isThorough } from '../../support/budgets.ts'
import { loggingPlans, readPlans, type LoggedPlan } from '../../support/database/postgres-plans.ts'
import { startPostgres } from '../../support/database/postgres.ts'
import { operation, random } from '../../support/generated/operations.ts'
import { testSeed } from '../../support/generated/random.ts'
import { signedIn } from '../../support/service/editor-session.ts'
import { generatedPapers } from '../../support/service/papers.ts'
import { fillConsole, routeTables, samplePath } from '../../support/service/routes.ts'
import { startTestService } from '../../support/service/test-service.ts'

const PAPERS = budget('papersPlannedFor')
const SEED = testSeed(20_261_123)

const SEARCHES = [
  'q=agents',
  'q=agents+memory',
  'q="agents+plans"',
  'q=agents+OR+plans+OR+memory',
  'q=plan*',
  'q=title:agents',
  'q=agents+-memory',
  'q=agents&chapter=4',
  'q=agents&min_lh_score=0.5',
  'chapter=2',
].map((parameters) => `/api/papers?limit=20&${parameters}`)

/** Records without ids, as a file or a client sends them. */
const records = (from: number, count: number): Buffer =>
  Buffer.from(
    generatedPapers(from, count)
      .map(({ id: _id, ...paper }) => `${JSON.stringify(paper)}\n`)
      .join(''),
  )

test('no statement of a normal day is planned at a cost that a compiler is started for', async (t) => {
  const cluster = await startPostgres(loggingPlans)
  t.after(() => cluster.remove())
  const url = unhurried(await cluster.createDatabase())
  const [setting] = await cluster.run("select setting::float as cost from pg_settings where name = 'jit_above_cost'")
  const most = Number(setting?.cost)

  let seen = 0
  let position = 0
  const costly: LoggedPlan[] = []
  /** Plans that read the words of every paper, which are stored out of line: the planner does not count that. */
  const wordy: LoggedPlan[] = []
  const visit = (plan: LoggedPlan): void => {
    seen += 1
    if (plan.cost > most) costly.push(plan)
    if (/Seq Scan on paper_search\b.*\n\s*Filter: .*words @@/u.test(plan.text)) wordy.push(plan)
  }
  const readOn = async (): Promise<void> => {
    position = await readPlans(cluster, visit, position)
  }

  const open = (_t: unknown, ports: Parameters<typeof openPostgresStore>[1]) =>
    openPostgresStore({ url, replicaUrls: [] }, ports, { migrate: true })
  const service = await startTestService(t, { engine: { name: 'PostgreSQL', open } })
  const { run, store, clock } = service
  // Before the server has seen how large the tables are.
  const papers = generatedPapers(1_000, PAPERS)
  for (let first = 0; first < papers.length; first += 200) await service.accept(...papers.slice(first, first + 200))
  await readOn()
  const databaseName = new URL(url).pathname.slice(1)
  await cluster.run('analyze', databaseName)

  await fillConsole(service)
  const importing = { actor: 'test', onlyOf: null }
  const content = { given: null, keepsText: false, place: 'a.jsonl', isDryRun: false }
  await importBytes(service, { ...importing, ...content, session: null, bytes: records(100_000, 40) })
  const until = new Date(clock.now().getTime() + 86_400_000)
  const { session } = await run(openSession, { label: 'november', maxRecords: 1_000, until, actor: 'test' })
  await importBytes(service, { ...importing, ...content, session: session.id, bytes: records(200_000, 40) })

  const editor = await signedIn(service, 'admin')
  const reads = routeTables.filter(({ method }) => method === 'get')
  for (const path of [...new Set(reads.map(samplePath)), ...SEARCHES]) {
    const response = await editor.get(path)
    await response.arrayBuffer()
    assert.ok(response.status < 500, `${response.status} ${path}`)
  }
  const key = await service.key()
  const r = random(SEED)
  for (let number = 0; number < 100; number += 1) {
    await operation(r).run(service, key)
    clock.advance(30)
  }
  await run(undoSession, { id: session.id, actor: 'test' })
  const { ingestion } = store.private
  const jobs = [undoIngestionJob({ ...service, ingestion }), mergeRankingJob(service), pruneExpiredJob(service)]
  for (const job of jobs) while ((await job.run(new AbortController().signal)).more);
  await readOn()
  assert.ok(seen > 1_000, `only ${seen} plans were logged`)
  t.diagnostic(`${seen} plans`)
  assert.deepEqual(costly, [])
  // The few papers of the quick run are read as fast.
  if (isThorough) assert.deepEqual(wordy, [])

  const client = new Client({ connectionString: url })
  await client.connect()
  // Planned for a hundred million rows, and run at once.
  await client.query(
    "select count(*) from generate_series(1, 10000) a, generate_series(1, 10000) b where current_setting('port') = ''",
  )
  // A word that every paper has.
  await client.query("select count(*) from paper_search where words @@ 'ada' and rank_key + 0 > 0")
  await client.end()
  wordy.length = 0
  await readOn()
  assert.match(costly.map(({ text }) => text).join(), /^\s*Query Text: select count\(\*\) from generate_series/u)
  assert.match(wordy.map(({ text }) => text).join(), /^\s*Query Text: select count\(\*\) from paper_search/u)
})
