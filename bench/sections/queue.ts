import { addEditor } from '#actions/accounts/add-editor.ts'
import { createSession } from '#actions/sessions/create-session.ts'
import { ingestPapers } from '#actions/submissions/ingest-papers.ts'
import { assessPapers } from '#queries/assess-papers.ts'
import { paperTerms } from '#core/search/paper-terms.ts'
import { withOpenCorpus } from '../../src/open-corpus.ts'
import { readConfig } from '../../src/config.ts'
import { benchPath, remove } from '../corpora.ts'
import { generatePapers } from '../generate-papers.ts'
import { cpuMicroseconds, startLongview, untilIdle, type Started } from '../machine.ts'
import { rounded, type Row } from '../report.ts'

const PENDING = 10_000
const BATCH = 1_000
const REQUESTS = 50

/** Fills a corpus with papers that wait for review, and signs an editor in; the cookie of the session. */
const fillQueue = (path: string): Promise<string> =>
  withOpenCorpus(
    readConfig({ DATABASE_URL: `sqlite:${path}` }),
    async (corpus) => {
      for (let first = 1; first <= PENDING; first += BATCH) {
        const papers = [...generatePapers(BATCH, 1, first)]
        const numbered = papers.map((paper, index) => ({ line: first + index, paper, terms: paperTerms(paper) }))
        const assessments = await assessPapers(corpus.store.private.papers, {
          batch: numbered,
          now: corpus.clock.now(),
        })
        const given = { state: 'pending', actor: 'bench', session: 'november', assessments } as const
        await corpus.run(ingestPapers, { batch: numbered, ...given })
      }
      const person = { name: 'Ada Example', email: 'ada@example.org', role: 'editor', actor: 'bench' } as const
      const { editor } = await corpus.run(addEditor, person)
      const browser = { client: 'bench', before: null, knownTo: [editor.id] }
      const { secret } = await corpus.run(createSession, { editor, method: 'passphrase', browser })
      return `sid=${secret}`
    },
    { isBulk: true },
  )

/** Milliseconds of the server's processor time a page. */
const cpuMsPerRequest = async (server: Started, path: string, cookie: string): Promise<number> => {
  const askAll = async (): Promise<void> => {
    for (let number = 0; number < REQUESTS; number += 1) {
      const response = await fetch(`http://127.0.0.1:${server.port}${path}`, { headers: { cookie } })
      if (!(await response.text()).includes(String(PENDING))) throw new Error(`${path} does not show the queue`)
    }
  }
  await askAll()
  const before = cpuMicroseconds(server) ?? Number.NaN
  await askAll()
  return ((cpuMicroseconds(server) ?? Number.NaN) - before) / 1_000 / REQUESTS
}

/** A page of the console's queue with 10,000 papers pending, in each of its orders. */
export const queue = async (): Promise<Row[]> => {
  const path = benchPath('queue.db')
  remove(path)
  const cookie = await fillQueue(path)
  const server = await startLongview(path)
  // Its texts are rendered after they came, which is no part of a page.
  await untilIdle(server)
  const rows: Row[] = []
  for (const [name, address] of [
    ['oldest first', '/console/queue'],
    ['by risk', '/console/queue?order=risk'],
    ['of one session', '/console/queue?session=november'],
  ] as const) {
    const ms = await cpuMsPerRequest(server, address, cookie)
    rows.push({
      what: `queue page ${name}, ${PENDING.toLocaleString('en')} pending, ms of processor time`,
      figure: rounded(ms, 1),
      value: ms,
      goal: { most: 10 },
    })
  }
  await server.stop()
  remove(path)
  return rows
}
