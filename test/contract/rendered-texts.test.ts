import assert from 'node:assert/strict'
import { renderFullTextsJob } from '#jobs/render-full-texts.ts'
import type { Store } from '#ports/store/store.ts'
import { renderKeptParts } from '#queries/render-kept-texts.ts'
import { contractFor } from '../support/database/contract.ts'
import { engines } from '../support/database/engines.ts'
import { addPapers, AT, newPaper } from '../support/database/stored.ts'
import { testRunner } from '../support/service/action-runner.ts'
import { fakeClock } from '../support/service/fake-clock.ts'
import { notingRenderer, type NotingRenderer } from '../support/markdown/noting-renderer.ts'

const never = new AbortController().signal
const by = { actor: 'test', at: AT }

/** Runs the job until it finds nothing more; what it asked the renderer for. */
const renderAll = async (store: Store, markdown: NotingRenderer): Promise<string[]> => {
  const before = markdown.asked.length
  const run = await testRunner({ store, clock: fakeClock() })
  const job = renderFullTextsJob({ run, renderedTexts: store.private.renderedTexts, markdown })
  while ((await job.run(never)).more);
  return markdown.asked.slice(before).toSorted()
}

const reviseText = (store: Store, id: string, fullText: string | null): Promise<unknown> =>
  store.transact((tx) => tx.papers.revise(id, by, ({ paper }) => ({ ...paper, fullText })))

const findPart = async (store: Store, version: number | null, renderer = 1): Promise<readonly string[] | undefined> =>
  (await store.public.renderedTexts.findParts({ paperId: 'p1', version }, [1], renderer)).get(1)

for (const engine of engines) {
  const promise = contractFor(engine)

  promise('a full text in Markdown is rendered once, and another one when it comes', async (store) => {
    const markdown = notingRenderer()
    await addPapers(
      store,
      newPaper({ id: 'p1', fullText: '# A\none\n# B\ntwo' }),
      newPaper({ id: 'p2', fullText: 'A page without marks.' }),
      newPaper({ id: 'p3', fullText: null }),
    )
    assert.deepEqual(await renderAll(store, markdown), ['one', 'two'])
    assert.deepEqual(await findPart(store, null), ['<p>1 one</p>', '<p>1 two</p>'])

    await store.transact((tx) => tx.papers.revise('p1', by, ({ paper }) => ({ ...paper, title: 'Another title' })))
    assert.deepEqual(await renderAll(store, markdown), [])
    await reviseText(store, 'p1', '# A\nthree')
    assert.deepEqual(await renderAll(store, markdown), ['three'])
    assert.deepEqual(await findPart(store, null), ['<p>1 three</p>'])
    for (const version of [1, 2]) assert.deepEqual(await findPart(store, version), ['<p>1 one</p>', '<p>1 two</p>'])

    await reviseText(store, 'p1', null)
    assert.deepEqual(await renderAll(store, markdown), [])
    assert.equal(await findPart(store, null), undefined)
  })

  promise('what waits for a decision is not rendered before it is accepted', async (store) => {
    const markdown = notingRenderer()
    const fullText = '# A\nfirst'
    await addPapers(store, newPaper({ id: 'p1', fullText }, 'pending'))
    await reviseText(store, 'p1', '# A\nsecond')
    assert.deepEqual(await renderAll(store, markdown), [])
    const step = { state: 'accepted', note: null, ...by } as const
    await store.transact((tx) => tx.papers.transition('p1', step))
    assert.deepEqual(await renderAll(store, markdown), ['second'])
  })

  promise('another version of the renderer makes full texts anew, and what the one before made goes', async (store) => {
    await addPapers(store, newPaper({ id: 'p1', fullText: '# A\none' }))
    await renderAll(store, notingRenderer(1))
    assert.deepEqual(await renderAll(store, notingRenderer(2)), ['one'])
    assert.deepEqual(await findPart(store, null, 2), ['<p>2 one</p>'])
    assert.equal(await findPart(store, null, 1), undefined)
  })

  promise(
    'a page reads the parts that are kept and renders the others, and no rendering is a change',
    async (store) => {
      const markdown = notingRenderer()
      const sections = Array.from({ length: 201 }, (_, index) => `# ${index}\nbody ${index}`)
      await addPapers(store, newPaper({ id: 'p1', fullText: sections.join('\n') }))
      const revision = await store.private.revision()
      assert.equal((await renderAll(store, markdown)).length, 201)
      assert.equal(await store.private.revision(), revision)

      const ports = { renderedTexts: store.public.renderedTexts, markdown }
      const parts = new Map([
        [2, ['body 200']],
        [3, ['beyond']],
      ])
      const markupOf = await renderKeptParts(ports, { paperId: 'p1', version: null, parts })
      assert.deepEqual(markdown.asked.slice(201), ['beyond'])
      assert.equal(markupOf('body 200'), '<p>1 body 200</p>')
      assert.equal(markupOf('beyond'), '<p>1 beyond</p>')
    },
  )
}
