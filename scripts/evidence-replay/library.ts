import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { benchRunner, corpusOf, silentLog } from '../../bench/corpora.ts'
import { newDatabase, postgresCorpusOf, startBenchPostgres } from '../../bench/postgres-corpora.ts'
import { decidePaper } from '#actions/decisions.ts'
import { publishBrief } from '#actions/editorial/briefs.ts'
import { addGap } from '#actions/editorial/gaps.ts'
import { mergePaper, savePaperVersion } from '#actions/papers.ts'
import type { RunAction } from '#actions/run-action.ts'
import { parseWeek } from '#core/editorial/week.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import { openContent } from '#formats/open-content.ts'
import { importSource, LARGE_BATCH } from '#imports/import-source.ts'
import { readContent } from '#imports/read-content.ts'
import type { Clock } from '#ports/runtime.ts'
import type { Store } from '#ports/store/store.ts'
import { openPostgresStore } from '#store/postgres/open-postgres-store.ts'
import { openSqliteStore } from '#store/sqlite/open-sqlite-store.ts'
import { atomFeed, type ArxivPaper, type Claim, type ReplayEvent } from './marks.ts'

export type Engine = 'sqlite' | 'postgres'

/** A database of the measurement, which is gone afterwards. `url`: as DATABASE_URL has it. */
type Place = { url: string; open(clock: Clock): Promise<Store>; remove(): Promise<void> }

const ACTOR = 'editor:replay'

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Buffer> {
  yield await Promise.resolve(Buffer.from(bytes))
}

/** @param generated papers that are there before, p1 and so on */
const sqlitePlace = async (generated: number): Promise<Place> => {
  const folder = await mkdtemp(join(tmpdir(), 'longview-evidence-'))
  const path = join(folder, 'corpus.db')
  if (generated > 0) await copyFile(await corpusOf(generated), path)
  return {
    url: `sqlite:${path}`,
    open: (clock) => openSqliteStore(path, { clock, log: silentLog }),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

const postgresPlace = async (generated: number): Promise<Place> => {
  const cluster = await startBenchPostgres()
  const filled = generated > 0 ? await postgresCorpusOf(cluster, generated) : null
  const database = await newDatabase(cluster, 'evidence', filled)
  const { url } = database
  return {
    url,
    open: (clock) => openPostgresStore({ url, replicaUrls: [] }, { clock, log: silentLog }, { migrate: true }),
    remove: async () => {
      await database.drop()
      await cluster.stop()
    },
  }
}

/** A library that is built and changed as its editors would. */
export type Library = {
  url: string
  store: Store
  run: RunAction
  clock: Clock
  /** Imports papers as `longview ingest` does with a file that arXiv sent; returns the ids that they got. */
  add(papers: readonly ArxivPaper[]): Promise<string[]>
  change(event: ReplayEvent): Promise<void>
  /** Writes texts of claims, each with all of its claims. */
  write(claims: readonly Claim[]): Promise<void>
  close(): Promise<void>
}

/** @param generated how many generated papers it has from the beginning */
export const openLibrary = async (engine: Engine, clock: Clock, generated: number): Promise<Library> => {
  const place = await (engine === 'sqlite' ? sqlitePlace(generated) : postgresPlace(generated))
  const store = await place.open(clock)
  // Actions happen at the time of the replay.
  const run = await benchRunner(store, clock)
  const revise = (id: string, change: (paper: PaperWithText) => PaperWithText) =>
    run(savePaperVersion, { id, change, version: null, actor: ACTOR, act: 'paper.edit' })

  const writeText = async (where: string, text: string): Promise<void> => {
    const [kind = '', id = '', part] = where.split(':')
    if (kind === 'gap') {
      const gap = { title: id, severity: 'high' as const, explanation: text, paperIds: [] }
      await run(addGap, { gap, actor: ACTOR })
      return
    }
    if (kind === 'commentary') {
      await revise(id, (paper) => ({ ...paper, commentary: text }))
      return
    }
    const week = parseWeek(id)
    if (week === null) throw new Error(`There is no week ${id}.`)
    const words = {
      summary: part === 'summary' ? text : 'A week of reading.',
      take: part === 'take' ? text : 'So it goes.',
    }
    await run(publishBrief, { brief: { id, week, title: 'A week', ...words, featured: [] }, actor: ACTOR })
  }

  const change = async (event: ReplayEvent): Promise<void> => {
    const { paper: id } = event
    switch (event.kind) {
      case 'retract':
        await run(decidePaper, { id, event: 'retract', note: event.why, actor: ACTOR })
        break
      case 'merge':
        await run(mergePaper, { id, into: event.into, note: event.why, actor: ACTOR })
        break
      case 'revise':
        await revise(id, (paper) => {
          if (paper.abstract?.includes(event.old) !== true) throw new Error(`${id} does not have “${event.old}”.`)
          return { ...paper, abstract: paper.abstract.replace(event.old, event.new) }
        })
        break
      case 'title':
        await revise(id, (paper) => ({ ...paper, title: event.to }))
        break
      case 'text':
        await revise(id, (paper) => ({ ...paper, fullText: event.text, fullTextKind: 'text' }))
        break
      case 'year':
        await revise(id, (paper) => ({ ...paper, year: event.to }))
        break
      default:
        await revise(id, (paper) => ({ ...paper, chapter: event.to }))
    }
  }

  return {
    url: place.url,
    store,
    run,
    clock,
    add: async (papers) => {
      const content = await openContent(piecesOf(atomFeed(papers)))
      const origin = { place: 'arxiv.xml', now: clock.now(), onlyOf: null }
      const ids: string[] = []
      await importSource(
        { store, run, clock },
        {
          pieces: readContent(content, { given: null, origin }),
          importing: { actor: ACTOR, session: null, onlyOf: null },
          isDryRun: false,
          batchSize: LARGE_BATCH,
        },
        {
          isInterrupted: () => false,
          reported: (report) => ids.push(report.outcome === 'stored' ? report.id : JSON.stringify(report)),
          progressed() {},
        },
      )
      return ids
    },
    change,
    write: async (claims) => {
      for (const [where, some] of Map.groupBy(claims, (claim) => claim.in))
        await writeText(where, some.map(({ text }) => text).join(' '))
    },
    close: async () => {
      await store.close()
      await place.remove()
    },
  }
}
