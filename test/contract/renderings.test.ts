import assert from 'node:assert/strict'
import { keepRenderings } from '#jobs/renderings.ts'
import { renderTextsJob, renderFullTextsJob } from '#jobs/renderings.ts'
import type { MarkdownMarkup } from '#core/text/markdown.ts'
import type { Store } from '#ports/store/store.ts'
import { renderCachedTexts, renderCachedParts } from '#queries/rendered-texts.ts'
import { contractFor, engines } from '../support/database/engines.ts'
import { AT, newPaper, addPapers } from '../support/database/stored.ts'
import { testRunner, fakeClock, notingRenderer, type NotingRenderer } from '../support/ports.ts'

const never = new AbortController().signal

/** Runs the job until it finds nothing more. */
const renderHouseTexts = async (store: Store, markdown: NotingRenderer): Promise<void> => {
  const run = await testRunner({ store, clock: fakeClock() })
  const job = renderTextsJob({ run, renderings: store.private.renderings, markdown })
  while ((await job.run(never)).more);
}

const WEEK = { year: 2026, week: 47 }

const writeTexts = (store: Store): Promise<void> =>
  store.transact(async (tx) => {
    await tx.papers.add([
      newPaper({ id: 'p1', commentary: 'one' }),
      newPaper({ id: 'p2', commentary: null }),
      newPaper({ id: 'p3', commentary: 'three' }),
    ])
    await tx.gaps.put({ id: 'g1', title: 'G', severity: 'high', explanation: 'gap', paperIds: [] }, AT)
    await tx.chapters.put(3, { name: 'C', introduction: 'chapter' }, AT)
    const words = { title: 'B', summary: 'summary', take: 'take', featured: [] }
    await tx.briefs.publish({ id: '2026-w47', week: WEEK, ...words, publishedAt: AT })
  })

for (const engine of engines) {
  const promise = contractFor(engine)

  promise('what is written in Markdown is rendered once, and again when it changes', async (store) => {
    const markdown = notingRenderer()
    await writeTexts(store)
    await renderHouseTexts(store, markdown)
    assert.deepEqual(markdown.asked.toSorted(), ['chapter', 'gap', 'one', 'summary', 'take', 'three'])
    await renderHouseTexts(store, markdown)
    assert.equal(markdown.asked.length, 6)

    const by = { actor: 'test', at: AT }
    await store.transact(async (tx) => {
      await tx.papers.revise('p1', by, ({ paper }) => ({ ...paper, title: 'Another title' }))
      await tx.papers.revise('p2', by, ({ paper }) => ({ ...paper, commentary: 'two' }))
      await tx.papers.revise('p3', by, ({ paper }) => ({ ...paper, commentary: null }))
      await tx.chapters.put(3, { name: 'C', introduction: 'chapter again' }, AT)
    })
    await renderHouseTexts(store, markdown)
    assert.deepEqual(markdown.asked.slice(6).toSorted(), ['chapter again', 'two'])
  })

  promise('a page reads what is kept, and renders only what is not', async (store) => {
    const markdown = notingRenderer()
    await writeTexts(store)
    await renderHouseTexts(store, markdown)
    await store.transact((tx) =>
      tx.papers.revise('p3', { actor: 'test', at: AT }, ({ paper }) => ({ ...paper, commentary: 'new' })),
    )
    const ports = { renderings: store.public.renderings, markdown }
    const markupOf = await renderCachedTexts(ports, [
      { subject: 'paper:p1', text: 'one' },
      { subject: 'paper:p3', text: 'new' },
      { subject: 'brief:2026-w47:take', text: 'take' },
      { subject: 'brief:2026-w47:summary', text: 'summary' },
    ])
    assert.deepEqual(markdown.asked.slice(6), ['new'])
    for (const text of ['one', 'new', 'take', 'summary']) assert.equal(markupOf(text), `<p>1 ${text}</p>`)
    assert.throws(() => markupOf('other'))
  })

  promise('what an earlier public version said is kept with it', async (store) => {
    const markdown = notingRenderer()
    await writeTexts(store)
    const revise = (commentary: string) =>
      store.transact((tx) =>
        tx.papers.revise('p1', { actor: 'test', at: AT }, ({ paper }) => ({ ...paper, commentary })),
      )
    await renderHouseTexts(store, markdown)
    await revise('one more')
    await revise('and more')
    await renderHouseTexts(store, markdown)
    assert.deepEqual(markdown.asked.slice(6).toSorted(), ['and more', 'one more'])
    const kept = await store.public.renderings.find(['version:p1:1', 'version:p1:2', 'version:p2:1'], 1)
    assert.deepEqual(Object.fromEntries(kept), { 'version:p1:1': '<p>1 one</p>', 'version:p1:2': '<p>1 one more</p>' })
  })

  promise('another version of the renderer makes all of it anew', async (store) => {
    await writeTexts(store)
    await renderHouseTexts(store, notingRenderer(1))
    const later = notingRenderer(2)
    await renderHouseTexts(store, later)
    assert.equal(later.asked.length, 6)
    assert.equal((await store.public.renderings.find(['paper:p1'], 2)).get('paper:p1'), '<p>2 one</p>')
    assert.equal((await store.public.renderings.find(['paper:p1'], 1)).size, 0)
  })

  promise('markup of a text that changed meanwhile is not kept, and no rendering is a public change', async (store) => {
    await writeTexts(store)
    const before = await store.private.revision()
    const run = await testRunner({ store, clock: fakeClock() })
    const stale = { subject: 'paper:p1', text: 'an earlier text', markup: '<p>earlier</p>' as MarkdownMarkup } as const
    await run(keepRenderings, { rendered: [stale], version: 1 })
    assert.equal((await store.public.renderings.find(['paper:p1'], 1)).size, 0)
    await renderHouseTexts(store, notingRenderer())
    assert.equal(await store.private.revision(), before)
  })
}

const by = { actor: 'test', at: AT }

/** Runs the job until it finds nothing more; what it asked the renderer for. */
const renderFullTexts = async (store: Store, markdown: NotingRenderer): Promise<string[]> => {
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
    assert.deepEqual(await renderFullTexts(store, markdown), ['one', 'two'])
    assert.deepEqual(await findPart(store, null), ['<p>1 one</p>', '<p>1 two</p>'])

    await store.transact((tx) => tx.papers.revise('p1', by, ({ paper }) => ({ ...paper, title: 'Another title' })))
    assert.deepEqual(await renderFullTexts(store, markdown), [])
    await reviseText(store, 'p1', '# A\nthree')
    assert.deepEqual(await renderFullTexts(store, markdown), ['three'])
    assert.deepEqual(await findPart(store, null), ['<p>1 three</p>'])
    for (const version of [1, 2]) assert.deepEqual(await findPart(store, version), ['<p>1 one</p>', '<p>1 two</p>'])

    await reviseText(store, 'p1', null)
    assert.deepEqual(await renderFullTexts(store, markdown), [])
    assert.equal(await findPart(store, null), undefined)
  })

  promise('what waits for a decision is not rendered before it is accepted', async (store) => {
    const markdown = notingRenderer()
    const fullText = '# A\nfirst'
    await addPapers(store, newPaper({ id: 'p1', fullText }, 'pending'))
    await reviseText(store, 'p1', '# A\nsecond')
    assert.deepEqual(await renderFullTexts(store, markdown), [])
    const step = { state: 'accepted', note: null, ...by } as const
    await store.transact((tx) => tx.papers.transition('p1', step))
    assert.deepEqual(await renderFullTexts(store, markdown), ['second'])
  })

  promise('another version of the renderer makes full texts anew, and what the one before made goes', async (store) => {
    await addPapers(store, newPaper({ id: 'p1', fullText: '# A\none' }))
    await renderFullTexts(store, notingRenderer(1))
    assert.deepEqual(await renderFullTexts(store, notingRenderer(2)), ['one'])
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
      assert.equal((await renderFullTexts(store, markdown)).length, 201)
      assert.equal(await store.private.revision(), revision)

      const ports = { renderedTexts: store.public.renderedTexts, markdown }
      const parts = new Map([
        [2, ['body 200']],
        [3, ['beyond']],
      ])
      const markupOf = await renderCachedParts(ports, { paperId: 'p1', version: null, parts })
      assert.deepEqual(markdown.asked.slice(201), ['beyond'])
      assert.equal(markupOf('body 200'), '<p>1 body 200</p>')
      assert.equal(markupOf('beyond'), '<p>1 beyond</p>')
    },
  )
}
