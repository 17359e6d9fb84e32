import { editChapter } from '#actions/editorial/edit-chapter.ts'
import { editConcept } from '#actions/editorial/edit-concept.ts'
import { mergeConcepts } from '#actions/editorial/merge-concepts.ts'
import { mergePaper } from '#actions/papers/merge-paper.ts'
import type { RunAction } from '#actions/run-action.ts'
import type { SubmissionState } from '#core/review/submission-state.ts'
import type { Store } from '#ports/store/store.ts'
import type { Random } from '../generated/random.ts'
import { addPapers, AT, newPaper } from './stored.ts'

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

/** What a history happens to. */
export type World = { store: Store; run: RunAction }

const isIn = async (store: Store, id: string, state: SubmissionState): Promise<boolean> =>
  (await store.private.submissions.findWithoutHistory(id))?.state === state

/** A full text, mostly, under a licence that mostly is open. */
const text = (random: Random, number: number): { fullText: string | null; license: string | null } => ({
  fullText: random.onceIn(4) ? null : `Text ${number}`,
  license: ['CC BY 4.0', 'CC0', 'All rights reserved'][random.between(0, 3)] ?? null,
})

/** One step of a random history, as actions allow it; what is impossible at its turn changes nothing. */
export const randomStep = async ({ store, run }: World, random: Random, number: number): Promise<void> => {
  const paper = (): string => `p${random.between(1, 12)}`
  const concept = (): string => ['planning', 'memory', 'tools', 'recovery'][random.between(0, 3)] ?? ''
  const add = (state: 'accepted' | 'pending') => () =>
    addPapers(store, newPaper({ id: paper(), concepts: [concept(), concept()], ...text(random, number) }, state))
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
      store.transact((tx) => tx.papers.revise(paper(), by, ({ paper: old }) => ({ ...old, ...text(random, number) }))),
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
        number: 3,
        text: { name: 'Memory', introduction: `i${number}` },
        version: null,
        actor: 'test',
      }),
    () => run(mergeConcepts, { id: concept(), into: concept(), version: null, actor: 'test' }),
  ]
  await acts[random.between(0, acts.length - 1)]?.().catch(() => {})
}
