import assert from 'node:assert/strict'
import { correctBrief, publishBrief } from '#actions/editorial/briefs.ts'
import { MAX_CORRECTIONS } from '#core/editorial/brief.ts'
import { briefOfWeek47 } from '../support/service/papers.ts'
import { contractFor, engines } from '../support/database/engines.ts'
import { fakeClock, refusesWith, testRunner } from '../support/ports.ts'
import { addPapers, newPaper } from '../support/database/stored.ts'

for (const engine of engines) {
  const contract = contractFor(engine)

  contract('corrections are added under a published brief, whose text stays as it is', async (store) => {
    const run = await testRunner({ store, clock: fakeClock() })
    await addPapers(store, ...briefOfWeek47.featured.map((id) => newPaper({ id })))
    const { id } = briefOfWeek47
    const correct = (text: string) => run(correctBrief, { id, text, actor: 'cli' })
    await assert.rejects(correct('Too early.'), refusesWith('not_found', /no published brief 2026-w47/u))
    await run(publishBrief, { brief: briefOfWeek47, actor: 'cli' })
    const before = await store.public.briefs.find(id)
    const seq = await store.public.changes.last()
    assert.deepEqual(await store.public.briefs.corrections([id]), new Map())

    const { at } = await correct('It was **two** papers.')
    await correct('And p1 is not one of them.')
    assert.deepEqual(
      await store.public.briefs.corrections([id, '2026-w01']),
      new Map([
        [
          id,
          [
            { at, text: 'It was **two** papers.' },
            { at, text: 'And p1 is not one of them.' },
          ],
        ],
      ]),
    )
    assert.deepEqual(await store.public.briefs.find(id), before)
    const changes = await store.public.changes.after(seq, 9)
    assert.deepEqual(
      changes.map(({ kind, event }) => `${kind} ${event}`),
      ['brief revised', 'brief revised'],
    )
    const texts = await store.public.renderings.outdated(1, 99)
    assert.deepEqual(
      new Map(texts.flatMap(({ subject, text }) => (subject.includes('correction') ? [[subject, text]] : []))),
      new Map([
        ['brief:2026-w47:correction-1', 'It was **two** papers.'],
        ['brief:2026-w47:correction-2', 'And p1 is not one of them.'],
      ]),
    )
    for (let number = 3; number <= MAX_CORRECTIONS; number += 1) await correct(`${number}`)
    await assert.rejects(correct('One more.'), refusesWith('wrong_state', /may have no more/u))
  })
}
