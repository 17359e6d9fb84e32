import assert from 'node:assert/strict'
import type { EvidenceCheck } from '#core/evidence/evidence.ts'
import type { Store } from '#ports/store/store.ts'
import { everyRecord, findPublicRecord, type RecordSource, withEvidenceMarks } from '#queries/records.ts'
import { contractFor, engines } from '../support/database/engines.ts'
import { addPapers, AT, newPaper } from '../support/database/stored.ts'
import { request } from '../support/search.ts'

const GAP = { id: 'g1', title: 'G', severity: 'high' as const, paperIds: [] }
const putGap = (store: Store, explanation: string): Promise<void> =>
  store.transact((tx) => tx.gaps.put({ ...GAP, explanation }, AT))

const CHECK: EvidenceCheck = {
  paperId: 'p2',
  version: 1,
  state: 'accepted',
  anchor: 'p2@1#abstract.1',
  match: 'exact',
  isLimited: true,
  found: null,
  count: null,
  hits: null,
  fault: null,
  checkedAt: AT,
}

const BY = { actor: 'test', at: AT }

/** The commentaries and explanations among public records. */
const textsIn = async (reader: RecordSource) => {
  const texts: (string | null)[] = []
  for await (const { kind, content } of everyRecord(reader)) {
    if (kind === 'paper') texts.push(content.commentary)
    if (kind === 'gap') texts.push(content.explanation)
  }
  return texts
}

for (const engine of engines) {
  const promise = contractFor(engine)

  promise('a text is stored with its marks, and read without them', async (store) => {
    await addPapers(store, newPaper({ id: 'p1', commentary: 'It forgets [p2 "at once"], alas [p2].' }))
    await putGap(store, 'Nobody looked [search: q=memory = 0].')
    const words = { title: 'B', summary: 'Much [p1].', take: 'Read [p1] it.', featured: [] }
    await store.transact((tx) =>
      tx.briefs.publish({ id: '2026-w47', week: { year: 2026, week: 47 }, ...words, publishedAt: AT }),
    )

    const shown = await store.public.papers.find('p1')
    assert.ok(shown?.state === 'accepted')
    assert.equal(shown.paper.commentary, 'It forgets, alas.')
    assert.equal((await store.public.passages.findVersion('p1', 1))?.commentary, 'It forgets, alas.')
    assert.equal((await store.public.related.gap('g1'))?.explanation, 'Nobody looked.')
    const brief = await store.public.briefs.find('2026-w47')
    assert.deepEqual([brief?.summary, brief?.take], ['Much.', 'Read it.'])

    const stored = (await store.private.papers.findByIds(['p1'])).get('p1')
    assert.equal(stored?.commentary, 'It forgets [p2 "at once"], alas [p2].')
    assert.equal((await store.private.gaps.find('g1'))?.explanation, 'Nobody looked [search: q=memory = 0].')
    const texts = await store.public.evidence.texts(['paper:p1', 'gap:g1', 'brief:2026-w47:take', 'gap:g9'])
    assert.deepEqual(Object.fromEntries(texts), {
      'brief:2026-w47:take': 'Read [p1] it.',
      'gap:g1': 'Nobody looked [search: q=memory = 0].',
      'paper:p1': 'It forgets [p2 "at once"], alas [p2].',
    })
    const found = await store.public.evidence.list(['paper:p1', 'gap:g1'])
    assert.deepEqual(
      found.map(({ subject, number, mark, sentence, check, isDue }) => [
        subject,
        number,
        mark.mark,
        sentence,
        check,
        isDue,
      ]),
      [
        ['paper:p1', 1, '[p2 "at once"]', 'It forgets, alas.', null, true],
        ['paper:p1', 2, '[p2]', 'It forgets, alas.', null, true],
        ['gap:g1', 1, '[search: q=memory = 0]', 'Nobody looked.', null, true],
      ],
    )
  })

  promise('a dump has the texts with their marks, the list of public records does not', async (store) => {
    await addPapers(store, newPaper({ id: 'p1', commentary: 'It forgets [p1].' }), newPaper({ id: 'p2', title: 'B' }))
    await putGap(store, 'Nobody looked [p1].')
    assert.deepEqual(await textsIn(store.public), ['Nobody looked.', 'It forgets.', null])
    assert.deepEqual(await textsIn(withEvidenceMarks(store.public)), ['Nobody looked [p1].', 'It forgets [p1].', null])
    const one = await findPublicRecord(withEvidenceMarks(store.public), 'paper', 'p1')
    assert.ok(one?.kind === 'paper')
    assert.equal(one.content.commentary, 'It forgets [p1].')
  })

  promise('words of a mark are not searched', async (store) => {
    await addPapers(store, newPaper({ id: 'p1', commentary: 'It forgets [p2 "zeugma"].' }))
    const search = async (text: string) => (await store.public.ranking.search(request(text))).total
    assert.deepEqual([await search('forgets'), await search('zeugma')], [1, 0])
  })

  promise('the marks of a paper that is not public are not shown', async (store) => {
    await addPapers(store, newPaper({ id: 'p1', commentary: 'It forgets [p2].' }, 'pending'))
    assert.deepEqual(await store.public.evidence.list(['paper:p1']), [])
    assert.deepEqual(await store.public.evidence.texts(['paper:p1']), new Map())
    assert.equal((await store.private.evidence.due(10)).length, 1)
  })

  promise(
    'what was found stays with its mark, a judgement with its sentence, and neither with another one',
    async (store) => {
      await putGap(store, 'It forgets [p2 "at once"]. It errs [p3].')
      const place = { subject: 'gap:g1' as const, number: 1, mark: '[p2 "at once"]' }
      const judgement = { support: 'partly' as const, by: 'Ada', at: AT }
      await store.transact(async (tx) => {
        await tx.evidence.saveCheck(place, CHECK)
        assert.equal(await tx.evidence.judge(place, judgement), true)
        assert.equal(await tx.evidence.judge({ ...place, mark: '[p2]' }, judgement), false)
        await tx.evidence.saveCheck({ ...place, mark: '[p2]' }, { ...CHECK, match: 'missing' })
      })
      const [first, second] = await store.public.evidence.list(['gap:g1'])
      assert.deepEqual([first?.check, first?.judgement, first?.isDue], [CHECK, judgement, false])
      assert.deepEqual([second?.check, second?.isDue], [null, true])

      await putGap(store, 'It errs [p3]. It forgets [p2 "at once"].')
      const moved = (await store.public.evidence.list(['gap:g1']))[1]
      assert.deepEqual([moved?.number, moved?.check, moved?.judgement], [2, CHECK, judgement])
      await putGap(store, 'It always forgets [p2 "at once"].')
      const [edited] = await store.public.evidence.list(['gap:g1'])
      assert.deepEqual([edited?.check, edited?.judgement], [CHECK, null])
      await putGap(store, 'It forgets.')
      assert.deepEqual(await store.public.evidence.list(['gap:g1']), [])
    },
  )

  promise(
    'a change of a paper has looked up again what rests on it and what is searched, and nothing else',
    async (store) => {
      await addPapers(store, newPaper({ id: 'p2' }), newPaper({ id: 'p3', title: 'Another' }))
      await putGap(store, 'It forgets [p2]. It errs [p3]. Nobody looked [search: q=memory = 0].')
      const settle = () =>
        store.transact(async (tx) => {
          for (const { subject, number, mark } of await tx.evidence.due(10))
            await tx.evidence.saveCheck({ subject, number, mark: mark.mark }, { ...CHECK, paperId: null })
        })
      const due = async () => (await store.private.evidence.due(10)).map(({ mark }) => mark.mark)
      await settle()
      assert.deepEqual(await due(), [])
      await store.transact((tx) => tx.papers.revise('p2', BY, ({ paper }) => ({ ...paper, abstract: 'New.' })))
      assert.deepEqual(await due(), ['[p2]', '[search: q=memory = 0]'])
      await settle()
      await store.transact((tx) => tx.papers.transition('p3', { state: 'retracted', note: 'Wrong.', ...BY }))
      assert.deepEqual(await due(), ['[p3]', '[search: q=memory = 0]'])
      assert.deepEqual(
        (await store.private.evidence.restingOn(['p2', 'p9'])).map(({ mark }) => mark.mark),
        ['[p2]'],
      )
    },
  )
}
