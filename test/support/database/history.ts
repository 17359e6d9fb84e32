import { addChapter, editChapter, mergeChapterStep } from '#actions/editorial/chapters.ts'
import { editConcept, mergeConcepts } from '#actions/editorial/concepts.ts'
import { mergePaper } from '#actions/papers.ts'
import type { RunAction } from '#actions/run-action.ts'
import type { SubmissionState } from '#core/review/submission.ts'
import type { Store, PublicReader } from '#ports/store/store.ts'
import type { Random } from '../generated/random.ts'
import { addPapers, AT, newPaper } from './stored.ts'
import type { ChangedKind, NumberedChange } from '#core/public-change.ts'
import { type Chapter, parseChapter } from '#core/papers/chapter.ts'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Dump } from '#core/dump.ts'
import { everyRecord, findPublicRecord } from '#queries/records.ts'
import { presentRecord } from '#schemas/present-record.ts'
import { readLineFile } from '#dumps/write-dump.ts'

export const by = { actor: 'test', at: AT }

export const retract = (store: Store, id: string): Promise<void> =>
  store.transact((tx) => tx.papers.transition(id, { state: 'retracted', note: 'x', ...by }))
export const accept = (store: Store, id: string): Promise<void> =>
  store.transact((tx) => tx.papers.transition(id, { state: 'accepted', note: null, ...by }))
export const merge = (store: Store, id: string, into: string): Promise<void> =>
  store.transact((tx) => tx.papers.mergeInto(id, into, { note: 'x', ...by }))
export const putGap = (store: Store, id: string, paperIds: string[], explanation = 'e'): Promise<void> =>
  store.transact((tx) => tx.gaps.put({ id, title: id, severity: 'high', explanation, paperIds }, AT))
export const publish = (store: Store, week: number, featured: string[]): Promise<void> =>
  store.transact((tx) =>
    tx.briefs.publish({
      id: `2026-w${week}`,
      week: { year: 2026, week },
      title: 't',
      summary: 's',
      take: 't',
      featured,
      publishedAt: AT,
    }),
  )
export const retitle = (store: Store, id: string, title: string, concepts: string[]): Promise<unknown> =>
  store.transact((tx) => tx.papers.revise(id, by, ({ paper }) => ({ ...paper, title, concepts })))

/** The state of a generated history. */
export type World = { store: Store; run: RunAction }

const isIn = async (store: Store, id: string, state: SubmissionState): Promise<boolean> =>
  (await store.private.submissions.findWithoutHistory(id))?.state === state

/** A full text, mostly, under a licence that mostly is open. */
const fullTextFields = (random: Random, number: number): { fullText: string | null; license: string | null } => ({
  fullText: random.onceIn(4) ? null : `Text ${number}`,
  license: ['CC BY 4.0', 'CC0', 'All rights reserved'][random.between(0, 3)] ?? null,
})

/** One step of a random history, as actions allow it; an impossible step changes nothing. */
export const randomStep = async ({ store, run }: World, random: Random, number: number): Promise<void> => {
  const paper = (): string => `p${random.between(1, 12)}`
  const chapter = (): Chapter => parseChapter(String(random.between(1, 7))) ?? 1
  const concept = (): string => ['planning', 'memory', 'tools', 'recovery'][random.between(0, 3)] ?? ''
  const add = (state: 'accepted' | 'pending') => () =>
    addPapers(
      store,
      newPaper(
        { id: paper(), chapter: chapter(), concepts: [concept(), concept()], ...fullTextFields(random, number) },
        state,
      ),
    )
  const acts: (() => Promise<unknown>)[] = [
    add('accepted'),
    add('pending'),
    async () => {
      const id = paper()
      if (await isIn(store, id, 'pending')) await accept(store, id)
    },
    async () => {
      const id = paper()
      if (await isIn(store, id, 'accepted')) await retract(store, id)
    },
    () => retitle(store, paper(), `Title ${number}`, [concept()]),
    () =>
      store.transact((tx) =>
        tx.papers.revise(paper(), by, ({ paper: old }) => ({ ...old, ...fullTextFields(random, number) })),
      ),
    () => run(mergePaper, { id: paper(), into: paper(), note: null, actor: 'test' }),
    () => putGap(store, `g${random.between(1, 3)}`, [paper()], `e${number}`),
    () => publish(store, random.between(1, 50), [paper()]),
    () =>
      run(editConcept, {
        id: concept(),
        words: { name: concept(), definition: `d${number}` },
        version: null,
        actor: 'test',
      }),
    () =>
      run(editChapter, {
        id: chapter(),
        words: { name: 'Memory', introduction: `i${number}` },
        version: null,
        actor: 'test',
      }),
    () => run(addChapter, { chapter: { number: chapter(), name: 'New', introduction: `n${number}` }, actor: 'test' }),
    () => run(mergeChapterStep, { number: chapter(), into: random.onceIn(3) ? null : chapter(), actor: 'test' }),
    () => run(mergeConcepts, { id: concept(), into: concept(), version: null, actor: 'test' }),
  ]
  await acts[random.between(0, acts.length - 1)]?.().catch(() => {})
}

/** Everything that the public may know of the five kinds of things, as texts by kind and id. */
export type PublicCorpus = Map<string, string>

const text = (value: unknown): string => JSON.stringify(value)

const readOne: Record<ChangedKind, (reader: PublicReader, id: string) => Promise<unknown>> = {
  paper: async (reader, id) => {
    const found = await reader.papers.find(id)
    return found?.state === 'accepted' ? found.paper : null
  },
  concept: async (reader, id) => {
    const counts = (await reader.related.conceptTimeline(id))?.counts
    return counts === undefined ? null : { id: counts.id, name: counts.name, definition: counts.definition }
  },
  gap: async (reader, id) => {
    const gap = await reader.related.gap(id)
    return gap === null ? null : { ...gap, updatedAt: '', papers: gap.papers.map((paper) => paper.id).toSorted() }
  },
  brief: (reader, id) => reader.briefs.find(id),
  chapter: (reader, id) => reader.chapters.find(parseChapter(id) ?? 1),
}

const ids = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id)

/** The whole corpus as it is now. */
export const readPublicCorpus = async (reader: PublicReader): Promise<PublicCorpus> => {
  const corpus: PublicCorpus = new Map()
  const add = async (kind: ChangedKind, all: readonly string[]): Promise<void> => {
    for (const id of all) corpus.set(`${kind} ${id}`, text(await readOne[kind](reader, id)))
  }
  await add('paper', ids((await reader.papers.listWithText(null, 10_000)).papers))
  await add('concept', ids((await reader.concepts.list())?.concepts ?? []))
  await add('gap', ids(await reader.gaps.list(null)))
  await add('brief', ids(await reader.briefs.list()))
  await add(
    'chapter',
    (await reader.chapters.names()).map(({ number }) => String(number)),
  )
  return corpus
}

/** Brings a copy of the corpus up to date, as the documented recipe does: what changed is read anew or dropped. */
export const applyChanges = async (
  reader: PublicReader,
  corpus: PublicCorpus,
  changes: readonly NumberedChange[],
): Promise<void> => {
  for (const { kind, id, event } of changes) {
    const read = event === 'added' || event === 'revised' ? await readOne[kind](reader, id) : null
    // A record that has gone since has a later change of its own.
    if (read === null) corpus.delete(`${kind} ${id}`)
    else corpus.set(`${kind} ${id}`, text(read))
  }
}

/** Records as lines, by kind and id. */
export type Mirror = Map<string, string>

const put = (mirror: Mirror, line: string): void => {
  const { kind, id } = JSON.parse(line) as { kind: string; id: string }
  const key = `${kind} ${id}`
  if (mirror.has(key)) throw new Error(`${key} is there twice.`)
  mirror.set(key, line)
}

/** A client's copy of a dump. */
export const readDump = async (folder: string, { files }: Dump): Promise<Mirror> => {
  const mirror: Mirror = new Map()
  for (const { name } of files) for await (const line of readLineFile(join(folder, name))) put(mirror, line)
  return mirror
}

/** Brings it up to date as docs/machines.md says. */
export const followChanges = async (reader: PublicReader, mirror: Mirror, since: number): Promise<void> => {
  for (let seq = since; ;) {
    const changes = await reader.changes.after(seq, 50)
    for (const { kind, id } of changes)
      for (const each of kind === 'paper' ? (['paper', 'text'] as const) : [kind]) {
        const found = await findPublicRecord(reader, each, id)
        if (found === null) mirror.delete(`${each} ${id}`)
        else mirror.set(`${each} ${id}`, JSON.stringify(presentRecord(found)))
      }
    if (changes.length === 0) return
    seq = changes.at(-1)?.seq ?? seq
  }
}

/** The library as it is now. */
export const liveMirror = async (reader: PublicReader): Promise<Mirror> => {
  const mirror: Mirror = new Map()
  for await (const found of everyRecord(reader)) put(mirror, JSON.stringify(presentRecord(found)))
  return mirror
}

/** One digest of all records, independent of their order. */
export const digestOf = (mirror: Mirror): string => {
  const hash = createHash('sha256')
  for (const line of [...mirror.values()].toSorted()) hash.update(`${line}\n`)
  return hash.digest('hex')
}
