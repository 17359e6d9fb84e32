import assert from 'node:assert/strict'
import { keepRenderings } from '#actions/editorial/keep-renderings.ts'
import { renderTextsJob } from '#jobs/render-texts.ts'
import type { MarkdownMarkup } from '#core/text/markdown-markup.ts'
import type { Store } from '#ports/store/store.ts'
import { renderKeptTexts } from '#queries/render-kept-texts.ts'
import { contractFor } from '../support/database/contract.ts'
import { engines } from '../support/database/engines.ts'
import { AT, newPaper } from '../support/database/stored.ts'
import { testRunner } from '../support/service/action-runner.ts'
import { fakeClock } from '../support/service/fake-clock.ts'
import { notingRenderer, type NotingRenderer } from '../support/markdown/noting-renderer.ts'

const never = new AbortController().signal

/** Runs the job until it finds nothing more. */
const renderAll = async (store: Store, markdown: NotingRenderer): Promise<void> => {
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
    await renderAll(store, markdown)
    assert.deepEqual(markdown.asked.toSorted(), ['chapter', 'gap', 'one', 'summary', 'take', 'three'])
    await renderAll(store, markdown)
    assert.equal(markdown.asked.length, 6)

    const by = { actor: 'test', at: AT }
    await store.transact(async (tx) => {
      await tx.papers.revise('p1', by, ({ paper }) => ({ ...paper, title: 'Another title' }))
      await tx.papers.revise('p2', by, ({ paper }) => ({ ...paper, commentary: 'two' }))
      await tx.papers.revise('p3', by, ({ paper }) => ({ ...paper, commentary: null }))
      await tx.chapters.put(3, { name: 'C', introduction: 'chapter again' }, AT)
    })
    await renderAll(store, markdown)
    assert.deepEqual(markdown.asked.slice(6).toSorted(), ['chapter again', 'two'])
  })

  promise('a page reads what is kept, and renders only what is not', async (store) => {
    const markdown = notingRenderer()
    await writeTexts(store)
    await renderAll(store, markdown)
    await store.transact((tx) =>
      tx.papers.revise('p3', { actor: 'test', at: AT }, ({ paper }) => ({ ...paper, commentary: 'new' })),
    )
    const ports = { renderings: store.public.renderings, markdown }
    const markupOf = await renderKeptTexts(ports, [
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
    await renderAll(store, markdown)
    await revise('one more')
    await revise('and more')
    await renderAll(store, markdown)
    assert.deepEqual(markdown.asked.slice(6).toSorted(), ['and more', 'one more'])
    const kept = await store.public.renderings.find(['version:p1:1', 'version:p1:2', 'version:p2:1'], 1)
    assert.deepEqual(Object.fromEntries(kept), { 'version:p1:1': '<p>1 one</p>', 'version:p1:2': '<p>1 one more</p>' })
  })

  promise('another version of the renderer makes all of it anew', async (store) => {
    await writeTexts(store)
    await renderAll(store, notingRenderer(1))
    const later = notingRenderer(2)
    await renderAll(store, later)
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
    await renderAll(store, notingRenderer())
    assert.equal(await store.private.revision(), before)
  })
}
