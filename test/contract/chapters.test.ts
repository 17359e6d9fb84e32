import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultChapterTexts } from '#core/papers/chapter.ts'
import { engines } from '../support/database/engines.ts'
import { fakeClock } from '../support/service/fake-clock.ts'
import { recordingLog } from '../support/service/recording-log.ts'
import { AT } from '../support/database/stored.ts'

for (const engine of engines)
  test(`${engine.name}: a chapter has the words that come with the program until an editor writes others`, async (t) => {
    const store = await engine.open(t, { clock: fakeClock(), log: recordingLog([]) })
    try {
      const before = await store.private.revision()
      const first = await store.public.chapters.list()
      assert.deepEqual(
        first.map(({ number, version }) => [number, version]),
        [1, 2, 3, 4, 5, 6, 7].map((number) => [number, 0]),
      )
      assert.equal(first[2]?.name, defaultChapterTexts[3].name)
      const text = { name: 'Remembering', introduction: 'Other *words*.' }
      assert.equal(await store.transact((tx) => tx.chapters.put(3, text, AT)), 1)
      assert.equal(await store.transact((tx) => tx.chapters.put(3, { ...text, name: 'Recall' }, AT)), 2)
      const chapters = await store.public.chapters.list()
      assert.deepEqual(chapters[2], { number: 3, name: 'Recall', introduction: 'Other *words*.', version: 2 })
      assert.deepEqual(chapters[1], first[1])
      for (const chapter of chapters) assert.deepEqual(await store.public.chapters.get(chapter.number), chapter)
      assert.deepEqual(
        await store.public.chapters.names(),
        chapters.map(({ number, name }) => ({ number, name })),
      )
      assert.equal(await store.private.revision(), before + 2)
    } finally {
      await store.close()
    }
  })
