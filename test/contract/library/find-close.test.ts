import assert from 'node:assert/strict'
import type { SubmissionState } from '#core/review/submission.ts'
import type { Store } from '#ports/store/store.ts'
import { contractFor, engines } from '../../support/database/engines.ts'
import { addPapers, AT, newPaper } from '../../support/database/stored.ts'

const publicPapers = [
  { id: 'p1', title: 'Planning with language models', authors: ['Zoë Müller'] },
  { id: 'p2', title: 'A memory for agents', authors: ['Łukasz Nowak', 'Ada Example'] },
  { id: 'p3', title: 'Agents that were planned', authors: ['Ada Example'] },
  { id: 'p4', title: 'Of the and', authors: ['Ben Sample'] },
]

const fill = async (store: Store): Promise<void> => {
  await addPapers(store, ...publicPapers.map((paper) => newPaper(paper)))
  await addPapers(store, newPaper({ id: 'p11', title: 'Planning in secret' }, 'pending'))
  await addPapers(store, newPaper({ id: 'p12', title: 'Planning that was refused' }, 'pending'))
  await store.transact((tx) => tx.papers.transition('p12', { state: 'rejected', note: null, actor: 'test', at: AT }))
}

for (const engine of engines)
  contractFor(engine)('public papers are found by beginnings of words, and despite typos', async (store) => {
    await fill(store)
    const find = async (text: string, most = 8) =>
      (await store.public.library.findClose(text, ['title', 'authors'], most)).map(({ id }) => id)
    assert.deepEqual(await find('plann'), ['p1', 'p3'], 'the closest first; planned has the same stem')
    assert.deepEqual(await find('plann', 1), ['p1'])
    assert.deepEqual(await find('mod lang'), ['p1'])
    assert.deepEqual(await find('plannign modles'), ['p1'])
    assert.deepEqual(await find('langauge'), ['p1'])
    assert.deepEqual(await find('langaug'), ['p1'], 'a beginning with a typo')
    assert.deepEqual(await find('lnaguage'), ['p1'])
    assert.deepEqual(await find('muller plan'), ['p1'], 'author and title, without accents')
    assert.deepEqual(await find('mulller'), ['p1'])
    assert.deepEqual(await find('lukasz'), ['p2'])
    assert.deepEqual(await find('memory bananas'), [])
    assert.deepEqual(await find('pl'), [], 'two letters are in half the library')
    assert.deepEqual(await find('secret'), [], 'what is not public is not found')
    assert.deepEqual(await find('the'), ['p4'])
    assert.deepEqual(await find('" OR - title:'), [])
    const byAuthor = await store.public.library.findClose('exmaple', ['authors'], 8)
    assert.deepEqual(byAuthor.map(({ id }) => id).toSorted(), ['p2', 'p3'])
    assert.deepEqual(await store.public.library.findClose('memory', ['authors'], 8), [])
  })

for (const engine of engines)
  contractFor(engine)('papers that are not public are found in the states that are asked for', async (store) => {
    await fill(store)
    const find = async (text: string, ...states: Exclude<SubmissionState, 'accepted'>[]) =>
      (await store.private.submissions.findClose(text, states, 5)).map(({ id, state }) => `${id} ${state}`)
    assert.deepEqual(await find('planing', 'pending'), ['p11 pending'])
    assert.deepEqual(await find('planing', 'pending', 'rejected'), ['p11 pending', 'p12 rejected'])
    assert.deepEqual(await find('sec pla', 'pending', 'rejected'), ['p11 pending'])
    assert.deepEqual(await find('memory', 'pending', 'rejected'), [])
    assert.deepEqual(await find('', 'pending'), [])
  })
