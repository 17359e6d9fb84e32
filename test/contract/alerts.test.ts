import assert from 'node:assert/strict'
import { confirmAlert, correctAlert, mailAlerts, muteAlert, settleEdited } from '#actions/alerts.ts'
import { publishBrief } from '#actions/editorial/briefs.ts'
import { addGap, editGap } from '#actions/editorial/gaps.ts'
import { addEditor } from '#actions/editors.ts'
import { mergePaper, savePaperVersion } from '#actions/papers.ts'
import { groupAlerts } from '#core/evidence/alerts.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import { checkEvidenceJob } from '#jobs/evidence.ts'
import { unfiltered } from '#ports/store/ranking.ts'
import type { Store } from '#ports/store/store.ts'
import { searchPapers } from '#queries/search.ts'
import { contractFor, engines } from '../support/database/engines.ts'
import { fakeClock, refusesWith, testRunner } from '../support/ports.ts'
import { addPapers, AT, newPaper } from '../support/database/stored.ts'

const gap = (explanation: string) => ({ title: 'A gap', severity: 'high' as const, explanation, paperIds: [] })

const abstractOf = (text: string): Partial<PaperWithText> => ({ abstract: text, abstractBy: 'authors' })

const forgetting = (id: string) => newPaper({ id, title: `Forgetting of agents ${id}` })

const opened = async (store: Store) => {
  const clock = fakeClock()
  const run = await testRunner({ store, clock })
  const job = checkEvidenceJob({ store, run, clock })
  /** Examines all that is due. */
  const examine = async () => {
    while ((await store.private.evidence.due(1)).length > 0) await job.run(new AbortController().signal)
  }
  const revise = (id: string, given: Partial<PaperWithText>) =>
    run(savePaperVersion, {
      id,
      change: (paper) => ({ ...paper, ...given }),
      version: null,
      actor: 'cli',
      act: 'paper.edit',
    })
  const retract = (id: string) =>
    store.transact((tx) => tx.papers.transition(id, { state: 'retracted', note: 'wrong', actor: 'cli', at: AT }))
  const open = async () =>
    (await store.private.alerts.open(99)).map(({ subject, cause, paperId, sentence }) => [
      subject,
      cause,
      paperId,
      sentence,
    ])
  return { clock, run, examine, revise, retract, open }
}

for (const engine of engines) {
  const contract = contractFor(engine)

  contract('a search for a word that no paper has finds nothing, until one has the word', async (store) => {
    const { run, examine, open } = await opened(store)
    const question = { text: 'carbon', like: null, filter: unfiltered.filter, match: 'all', sort: 'best' } as const
    await addPapers(store, newPaper({ id: 'p1', title: 'A carton of plans' }))
    const { corrections } = await searchPapers(store.public.ranking, { ...question, from: 0, limit: 3 })
    assert.deepEqual(corrections, [{ from: 'carbon', to: 'carton' }], 'a reader who searches is helped')
    await run(addGap, { gap: gap('Nobody counts it [search: q=carbon = 0].'), actor: 'cli' })
    await examine()
    const [mark] = await store.public.evidence.list(['gap:g1'])
    assert.deepEqual([mark?.check?.count, mark?.check?.hits], [0, []])
    await addPapers(store, newPaper({ id: 'p2', title: 'The carbon of agents' }))
    await examine()
    assert.deepEqual(await open(), [['gap:g1', 'search', 'p2', 'Nobody counts it.']])
  })

  contract(
    'a change of a paper opens an alert about each sentence that rests on it, and about no other',
    async (store) => {
      const { run, examine, revise, retract, open } = await opened(store)
      await addPapers(
        store,
        newPaper({ id: 'p1', ...abstractOf('Agents forget half of their plans.') }),
        newPaper({ id: 'p2', ...abstractOf('Plans last an hour.') }),
        newPaper({ id: 'p3', ...abstractOf('Nobody measures cost.') }),
        newPaper({ id: 'p4' }),
      )
      const text =
        'They forget [p1 "forget half"]. It lasts an hour [p2 "last an hour"]. It is known [p1]. All agree [p3] [p4].'
      await run(addGap, { gap: gap(text), actor: 'cli' })
      await examine()
      assert.deepEqual(await open(), [], 'what is found first is no news')
      await revise('p1', { title: 'Another title', chapter: 2 })
      await revise('p2', abstractOf('Plans last an hour, and more.'))
      await examine()
      assert.deepEqual(await open(), [['gap:g1', 'revised', 'p1', 'It is known.']])
      await revise('p1', abstractOf('Agents forget a third of their plans.'))
      await examine()
      assert.deepEqual(
        (await open()).map(([, cause, paperId]) => [cause, paperId]),
        [
          ['revised', 'p1'],
          ['quotation', 'p1'],
        ],
      )
      await retract('p3')
      await examine()
      await run(mergePaper, { id: 'p4', into: 'p2', note: null, actor: 'cli' })
      await examine()
      const all = await open()
      assert.equal(all.length, 3, 'at most one for a sentence, the gravest')
      assert.deepEqual(all.at(-1)?.slice(0, 3), ['gap:g1', 'retracted', 'p3'])
      assert.deepEqual(
        groupAlerts(await store.private.alerts.open(99)).map(({ cause }) => cause),
        ['retracted', 'quotation', 'revised'],
      )
      await revise('p1', abstractOf('Agents forget half of their plans.'))
      await examine()
      assert.deepEqual(
        (await open()).map(([, cause]) => cause),
        ['revised', 'retracted'],
        'a quotation that is back settles its alert',
      )
    },
  )

  contract(
    'a search whose statement breaks, or that finds another paper first, opens an alert until it is muted',
    async (store) => {
      const { run, examine, open } = await opened(store)
      await addPapers(store, newPaper({ id: 'p1', title: 'Something else' }))
      await run(addGap, {
        gap: gap('Nobody asks [search: q=forgetting = 0]. Few do [search: q=forgetting < 3].'),
        actor: 'cli',
      })
      await examine()
      assert.deepEqual(await open(), [])
      await addPapers(store, forgetting('p2'))
      await examine()
      assert.deepEqual(
        (await open()).map(([, cause, paperId]) => [cause, paperId]),
        [
          ['search', 'p2'],
          ['hits', 'p2'],
        ],
      )
      const [broken, hits] = await store.private.alerts.open(9)
      assert.ok(broken !== undefined && hits !== undefined)
      const muted = await run(muteAlert, { id: hits.id, actor: 'cli' })
      assert.equal(muted.settled?.as, 'confirmed')
      await addPapers(store, forgetting('p3'), forgetting('p4'))
      await examine()
      assert.deepEqual(
        (await store.private.alerts.open(9)).map(({ id }) => id),
        [broken.id],
      )
      assert.equal((await store.private.alerts.muted()).length, 1)
    },
  )

  contract('an alert is settled by confirming, by editing, or by a correction under a brief', async (store) => {
    const { run, examine, retract } = await opened(store)
    await addPapers(store, ...['p1', 'p2', 'p3'].map((id) => newPaper({ id })))
    await run(addGap, { gap: gap('One holds [p1]. Another does [p2].'), actor: 'cli' })
    const brief = {
      id: '2026-w47',
      week: { year: 2026, week: 47 },
      title: 'T',
      summary: 'A third [p3].',
      take: '',
      featured: [],
    }
    await run(publishBrief, { brief, actor: 'cli' })
    await examine()
    for (const id of ['p1', 'p2', 'p3']) await retract(id)
    await examine()
    const ids = async () => (await store.private.alerts.open(9)).map(({ paperId, id }) => [paperId, id] as const)
    const byPaper = new Map(await ids())
    const idOf = (paper: string) => byPaper.get(paper) ?? 0
    assert.deepEqual(new Set(byPaper.keys()), new Set(['p1', 'p2', 'p3']))
    const revision = await store.private.revision()
    const { settled } = await run(confirmAlert, { id: idOf('p1'), actor: 'editor:e_1' })
    assert.deepEqual([settled?.as, settled?.by, settled?.revision], ['confirmed', 'editor:e_1', revision])
    await assert.rejects(run(confirmAlert, { id: idOf('p1'), actor: 'cli' }), refusesWith('wrong_state', /already/u))
    await assert.rejects(run(muteAlert, { id: idOf('p2'), actor: 'cli' }), refusesWith('wrong_state', /no search/u))
    await assert.rejects(
      run(correctAlert, { id: idOf('p2'), text: 'x', actor: 'cli' }),
      refusesWith('wrong_state', /edit the sentence/u),
    )
    await assert.rejects(run(confirmAlert, { id: 999, actor: 'cli' }), refusesWith('not_found', /no alert 999/u))
    await run(editGap, { id: 'g1', words: gap('One holds [p1].'), version: null, actor: 'cli' })
    assert.deepEqual(
      (await ids()).map(([paper]) => paper),
      ['p3'],
    )
    await run(settleEdited, null)
    assert.equal((await store.private.alerts.get(idOf('p2'))).settled?.as, 'edited')
    await run(correctAlert, { id: idOf('p3'), text: 'p3 was retracted.', actor: 'cli' })
    assert.equal((await store.public.briefs.corrections(['2026-w47'])).get('2026-w47')?.length, 1)
    assert.deepEqual(await ids(), [])
  })

  contract('editors get one email a week, and only webhooks that name it an event', async (store) => {
    const { run, examine, retract, clock } = await opened(store)
    await addPapers(store, newPaper({ id: 'p1' }))
    await run(addGap, { gap: gap('It holds [p1].'), actor: 'cli' })
    await examine()
    for (const role of ['editor', 'reviewer'] as const)
      await run(addEditor, { name: role, email: `${role}@example.org`, role, actor: 'cli' })
    const endpoint = (url: string, events: readonly ('alert.opened' | 'paper.retracted')[]) =>
      store.transact(async (tx) =>
        tx.webhooks.add({
          kind: 'webhook',
          url,
          description: '',
          events: [...events],
          secret: 'sealed',
          position: await tx.webhooks.positionBefore(null),
          addedBy: 'cli',
          at: AT,
        }),
      )
    const named = await endpoint('https://named.example.org/', ['alert.opened'])
    const other = await endpoint('https://other.example.org/', ['paper.retracted'])
    assert.equal(await run(mailAlerts, null), false, 'nothing is open')
    await retract('p1')
    await examine()
    const mailed = async () =>
      (await store.private.outbox.list(null, null, 99)).emails.filter(({ subject }) =>
        subject.includes('look at again'),
      ).length
    assert.equal(await run(mailAlerts, null), true)
    assert.equal(await run(mailAlerts, null), false)
    assert.equal(await mailed(), 1)
    clock.advance(7 * 86_400)
    assert.equal(await run(mailAlerts, null), true)
    assert.equal(await mailed(), 2)
    const events = async (id: number) => (await store.private.webhooks.deliveries(id, 9)).map(({ type }) => type)
    assert.deepEqual(await events(named), ['alert.opened'])
    assert.deepEqual(await events(other), [], 'its own events are planned when they are sent')
  })
}
