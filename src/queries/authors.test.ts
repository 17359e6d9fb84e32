import assert from 'node:assert/strict'
import { test } from 'node:test'
import { doSteps } from '#core/steps.ts'
import type { LibraryList } from '#ports/store/library.ts'
import { findAuthorPapers } from './authors.ts'

/** A library in which every paper has these authors; it never ends. */
const endless = (authors: readonly string[]) => {
  const state = { lists: 0 }
  const library = {
    list: async (_filter: unknown, _order: unknown, _from: unknown, limit: number): Promise<LibraryList> => {
      state.lists += 1
      const papers = Array.from({ length: limit }, () => ({ authors, year: 2020, concepts: ['planning'] }))
      return { papers, next: { step: 0, after: state.lists } } as unknown as LibraryList
    },
  }
  return { state, ports: { library, inTurns: async <Made>(steps: Generator<undefined, Made>) => doSteps(steps) } }
}

test('of a name that half of the library has, the first thousand papers are read', async () => {
  const { state, ports } = endless(['Wei Wang', 'Ada Example'])
  const found = await findAuthorPapers(ports, 'wei-wang', 'long-horizon')
  assert.deepEqual([state.lists, found?.papers.length, found?.areAll], [10, 1_000, false])
  assert.deepEqual(found?.coAuthors, [{ key: 'ada example', name: 'Ada Example', papers: 1_000 }])
})

test('of papers with thousands of authors fewer are read, and those are nobody’s co-authors', async () => {
  const { state, ports } = endless(['Wei Wang', ...Array.from({ length: 1_999 }, (_, index) => `Author ${index}`)])
  const found = await findAuthorPapers(ports, 'wei-wang', 'long-horizon')
  assert.deepEqual([state.lists, found?.papers.length, found?.coAuthors], [1, 100, []])
})
