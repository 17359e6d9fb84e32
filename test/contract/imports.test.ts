import assert from 'node:assert/strict'
import { decideProposal, importRecords, type CheckedRecord } from '#actions/imports.ts'
import { separateRecord } from '#actions/joins.ts'
import { forgetColumns, rememberColumns } from '#actions/table-columns.ts'
import { headerId, MAX_REMEMBERED } from '#core/imports/table-columns.ts'
import { proposeAboutOthers, proposeDeletions, takeNotices } from '#actions/notices.ts'
import { editPaper, savePaperVersion } from '#actions/papers.ts'
import { type NoticeKind, noticeLine, type RecordedNotice } from '#core/imports/notice.ts'
import { checkEdit } from '#queries/check-paper.ts'
import { recordText, sourceRecord } from '#core/imports/imported-record.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import type { NewPaper } from '#ports/store/papers.ts'
import type { Store } from '#ports/store/store.ts'
import { contractFor, engines } from '../support/database/engines.ts'
import { addPapers, AT, corePaper, newPaper } from '../support/database/stored.ts'
import { takeList } from '../support/database/listed.ts'
import { testRunner, fakeClock } from '../support/ports.ts'

const record = (given: Partial<PaperWithText>, text = JSON.stringify(given)): CheckedRecord => ({
  position: 'record 1',
  paper: corePaper({ id: 'p0', ...given }),
  source: sourceRecord(
    { format: 'crossref', position: 'record 1', recordId: 'a', fields: {}, unmapped: ['funder'], source: text },
    { place: 'works.json', fetchedAt: AT },
  ),
})

const importing = (store: Store, state: 'pending' | 'accepted' = 'pending') => {
  return async (...batch: CheckedRecord[]) => {
    const run = await testRunner({ store, clock: fakeClock(AT) })
    const results = await run(importRecords, {
      batch,
      state,
      actor: 'cli',
      session: state === 'pending' ? 's' : null,
      onlyOf: null,
    })
    return results.map(({ outcome, id, match, fields }) => [outcome, id, match, fields])
  }
}

const from = (actor: string, id: string, state: NewPaper['state']): NewPaper => ({
  ...newPaper({ id }, state),
  actor,
})

/** A notice as a record gives it. */
const told = (kind: NoticeKind, about: string | null = null): RecordedNotice => ({
  kind,
  text: `A ${kind}`,
  date: '2026-11-01',
  address: 'https://doi.org/10.1000/notice',
  about,
})

/** A publication that names other versions of its work. */
const publication = (title: string, doi: string, versions: CheckedRecord['versions']): CheckedRecord => ({
  ...record({ title, doi, year: 2024, authors: ['Ada Byron', 'Alan Turing'], kind: 'journal-article' }, doi),
  ...(versions === undefined ? {} : { versions }),
})

const paperOf = async (store: Store, id: string): Promise<PaperWithText | undefined> =>
  (await store.private.papers.findByIds([id])).get(id)

/** A row of notices about the work with this number. */
const noticeRow = (number: number) => {
  const { source } = record({ title: 'T' }, `row ${number}`)
  return { position: `line ${number}`, title: 'T', source, notices: [told('retraction', `10.1000/${number}`)] }
}

for (const engine of engines) {
  const contract = contractFor(engine)

  contract('ids come from a counter, past those in use, also where those have leading zeros', async (store) => {
    await addPapers(store, newPaper({ id: 'p1' }), newPaper({ id: 'p003' }), newPaper({ id: 'p999999999999999' }))
    const allocate = (count: number) => store.transact((tx) => tx.imports.allocateIds(count))
    assert.deepEqual(await allocate(2), ['p2', 'p4'])
    assert.deepEqual(await allocate(1), ['p5'], 'each is given out once')
    assert.deepEqual((await allocate(250)).at(-1), 'p255')
  })

  contract('a work is found by any of its keys: names, words, the title or how it begins', async (store) => {
    const work = {
      title: 'Control of shared memory by agents: a study',
      authors: ['Ada Byron', 'Alan Turing'],
      year: 2024,
    }
    await addPapers(store, newPaper({ id: 'p1', ...work }))
    const find = (given: Partial<PaperWithText>) =>
      store.private.imports.workCandidates(corePaper({ ...work, ...given }))
    const found: Partial<PaperWithText>[] = [
      { title: 'Contrl of shared memory by agents: a study' },
      { title: work.title.toUpperCase(), authors: ['Alan Turing'] },
      { title: 'Control of shared memory by agents', authors: ['Alan Turing'] },
      { title: 'Control of shared memory by agents: a stduy', authors: ['Alan Turing'] },
    ]
    for (const given of found)
      assert.deepEqual(
        (await find(given)).map(({ paper }) => paper.id),
        ['p1'],
        JSON.stringify(given),
      )
    const others = [{ title: 'Control of shared memory by robots: a study' }, { authors: ['Grace Hopper'] }]
    for (const given of others) assert.deepEqual(await find(given), [], JSON.stringify(given))
  })

  contract('papers in review that another key brought in are unknown to a key, public ones are not', async (store) => {
    await addPapers(store, from('key:a', 'p1', 'pending'), from('key:b', 'p2', 'pending'))
    await addPapers(store, from('key:b', 'p3', 'accepted'))
    const step = { state: 'rejected', note: null, actor: 'key:a', at: AT } as const
    await store.transact((tx) => tx.papers.transition('p2', step))
    const unknown = (actor: string) => store.private.imports.findUnknownIds(['p1', 'p2', 'p3', 'p4'], actor)
    assert.deepEqual([...(await unknown('key:a'))], ['p2'])
    assert.deepEqual([...(await unknown('key:b'))], ['p1'])
  })

  contract('a record becomes a paper once, and is kept with it as it came', async (store) => {
    const work = record({ title: 'One title', doi: '10.1000/one' }, '{"DOI":"10.1000/one"}')
    assert.deepEqual(await importing(store)(work, work), [
      ['stored', 'p1', null, []],
      ['unchanged', 'p1', 'record', []],
    ])
    assert.deepEqual(await importing(store)(work), [['unchanged', 'p1', 'record', []]])
    assert.equal((await store.private.queue.find('p1'))?.session, 's')
    const [kept, ...more] = await store.private.imports.listSources('p1')
    assert.ok(kept !== undefined && more.length === 0)
    const { format, place, position, recordId, fetchedAt, unmapped } = kept
    assert.deepEqual(
      [format, place, position, recordId, fetchedAt, unmapped],
      ['crossref', 'works.json', 'record 1', 'a', AT, ['funder']],
    )
    assert.equal(recordText(kept), '{"DOI":"10.1000/one"}')
  })

  contract('another description of a paper in review fills what is empty, and is recorded', async (store) => {
    const identified = { title: 'ReAct: Acting', arxivId: '2210.03629' }
    await importing(store)(record({ ...identified, kind: 'preprint', volume: '1', fullText: 'Long.' }))
    const [candidate] = await store.private.imports.workCandidates(corePaper(identified))
    assert.deepEqual([candidate?.paper.id, 'fullText' in (candidate?.paper ?? {})], ['p1', false])
    const published = record({
      title: 'ReAct - Acting',
      kind: 'conference-paper',
      doi: '10.1000/react',
      container: 'ICLR',
      volume: '2',
      year: 2026,
      date: '2026-05-01',
    })
    assert.deepEqual(await importing(store)(published), [
      ['enriched', 'p1', 'near_title', ['doi', 'container', 'kind']],
    ])
    const paper = await paperOf(store, 'p1')
    assert.deepEqual(
      [paper?.title, paper?.year, paper?.date, paper?.volume, paper?.doi, paper?.kind, paper?.fullText],
      ['ReAct: Acting', 2025, null, '1', '10.1000/react', 'conference-paper', 'Long.'],
    )
    assert.equal((await store.private.versions.list('p1')).length, 2)
    const acts = await store.private.audit.listAfter(0, 10)
    assert.ok(JSON.stringify(acts).includes('paper.enrich'))
    assert.equal((await store.private.imports.listSources('p1')).length, 2)
  })

  contract('what may be the same work is stored for itself, and a person is asked to compare', async (store) => {
    const titles = ['AgentForge', 'Negotiation by agents with a budget', 'Memory of agents']
    const first = await importing(store)(...titles.map((title) => record({ title })))
    assert.deepEqual(
      first.map(([outcome, id]) => [outcome, id]),
      [
        ['stored', 'p1'],
        ['stored', 'p2'],
        ['stored', 'p3'],
      ],
    )
    const run = await testRunner({ store, clock: fakeClock(AT) })
    const checkReport = { risk: 0, findings: [] }
    const others = [
      'AgentForge: A Benchmark of Repair Tasks',
      'Negotiation with agents by a budget',
      'Memory of agents.',
    ]
    // The last two describe each other, too, and are of one transaction.
    const batch = [...others, 'AgentForge: A Benchmark of Repair Tasks, extended'].map((title) => ({
      ...record({ title }),
      checkReport,
    }))
    const results = await run(importRecords, { batch, state: 'pending', actor: 'cli', session: 's', onlyOf: null })
    assert.deepEqual(
      results.map(({ outcome, id, match, toCompare }) => [outcome, id, match, toCompare]),
      [
        ['stored', 'p4', null, ['p1']],
        ['stored', 'p5', null, ['p2']],
        ['unchanged', 'p3', 'title_year', []],
        ['stored', 'p6', null, ['p1']],
      ],
    )
    const [found] = (await store.private.queue.find('p4'))?.checkReport?.findings ?? []
    assert.deepEqual(
      found?.alike.map(({ id, match }) => [id, match]),
      [['p1', 'near_title']],
    )
    const ofOther = await run(importRecords, {
      batch: [record({ title: 'AgentForge: Another Benchmark' })],
      state: 'pending',
      actor: 'somebody',
      session: 's',
      onlyOf: 'somebody',
    })
    assert.deepEqual(ofOther[0]?.toCompare, [], 'papers of others that wait are not named')
  })

  contract(
    'what a list named leaves the inbox when a record of it comes in, also by another address',
    async (store) => {
      const run = await testRunner({ store, clock: fakeClock(AT) })
      const page = 'https://www.mdpi.com/2076-3417/11/4/1234'
      const list = `- [Plans that Last](${page})\n- [Memory](https://doi.org/10.1000/one)\n- [Tools](https://arxiv.org/abs/2210.03629)\n`
      assert.deepEqual(await takeList(run, list), ['new', 'new', 'new'])
      const open = async () =>
        (await store.private.candidates.listNewest(null, 9)).map(({ listed }) => listed?.title).toReversed()
      const records = [
        record({ title: 'Plans that last', storageUrl: `${page.replace('https://www.', 'http://')}/pdf?version=1` }),
        record({ title: 'Memory of agents for long tasks', doi: '10.1000/one' }),
      ]
      const input = { batch: records, state: 'pending' as const, session: 's' }
      await run(importRecords, { ...input, actor: 'key:k_a', onlyOf: 'key:k_a' })
      assert.deepEqual(await open(), ['Plans that Last', 'Memory', 'Tools'], 'a key changes nothing of others')
      await run(importRecords, { ...input, actor: 'cli', onlyOf: null })
      assert.deepEqual(await open(), ['Tools'])
      const kept = await Promise.all([1, 2].map((id) => store.private.candidates.find(id)))
      assert.deepEqual(
        kept.map((candidate) => [candidate?.state, candidate?.paperId]),
        [
          ['kept', 'p1'],
          ['kept', 'p2'],
        ],
      )
    },
  )

  contract(
    'ORCID iDs, affiliations and an open link are stored, kept in versions, proposed, and go with a name',
    async (store) => {
      const run = await testRunner({ store, clock: fakeClock(AT) })
      const detail = {
        position: 1,
        name: 'Ada Byron',
        orcid: '0000-0002-1825-0097',
        affiliations: ['Example University'],
      }
      const openAccess = { url: 'https://example.org/1.pdf', source: 'OpenAlex' }
      const given = { authors: ['Ada Byron', 'Alan Turing'], authorDetails: [detail], openAccess }
      await addPapers(store, newPaper({ id: 'p1', title: 'Plans that last for days', authors: given.authors }))
      const later = importing(store)
      const stored = await later(record({ title: 'Memory of agents', ...given }, 'one'))
      assert.deepEqual(stored, [['stored', 'p2', null, []]])
      const paper = await paperOf(store, 'p2')
      assert.deepEqual([paper?.authorDetails, paper?.openAccess], [[detail], openAccess])

      const found = { title: 'Plans that last for days', ...given, authors: ['Alan Turing', 'Ada Byron'] }
      const others = { ...found, authorDetails: [{ ...detail, position: 2 }] }
      assert.deepEqual(await later(record(others, 'two')), [
        ['proposed', 'p1', 'title_year', ['authorDetails', 'openAccess']],
      ])
      await run(decideProposal, { id: 1, decision: 'take', actor: 'cli' })
      assert.deepEqual((await paperOf(store, 'p1'))?.authorDetails, [detail], 'at the place that the author has here')
      const versions = await store.private.versions.find('p1', 2)
      assert.deepEqual(versions?.paper.openAccess, openAccess)
      assert.deepEqual((await store.private.versions.find('p1', 1))?.paper.authorDetails, [])
    },
  )

  contract('who wrote an abstract is proposed with it and never alone, and stays with it', async (store) => {
    const run = await testRunner({ store, clock: fakeClock(AT) })
    const later = importing(store)
    const work = { title: 'Plans that last for days', abstract: 'We say.', abstractBy: 'editors' as const }
    await addPapers(
      store,
      newPaper({ id: 'p1', title: work.title }),
      newPaper({ id: 'p2', title: 'Memory of agents', abstract: 'They say.' }),
    )
    assert.deepEqual(await later(record(work)), [['proposed', 'p1', 'title_year', ['abstract', 'abstractBy']]])
    assert.deepEqual(await later(record({ ...work, title: 'Memory of agents' })), [
      ['unchanged', 'p2', 'title_year', []],
    ])
    await run(decideProposal, { id: 1, decision: 'take', actor: 'cli' })
    assert.deepEqual((await paperOf(store, 'p1'))?.abstractBy, 'editors')
    const joins = await store.private.joins.list('2000', null, 5)
    const join = joins.find(({ paperId }) => paperId === 'p1')
    const edited = {
      ...corePaper({ id: 'p1', title: work.title }),
      abstract: 'We say more.',
      abstractBy: 'editors' as const,
    }
    await run(savePaperVersion, { id: 'p1', change: () => edited, version: null, actor: 'cli', act: 'paper.edit' })
    await run(separateRecord, { id: join?.id ?? 0, actor: 'cli' })
    assert.deepEqual((await paperOf(store, 'p1'))?.abstractBy, 'editors', 'the edited summary is still one')
  })

  contract(
    'what happens to the work of a waiting paper is a finding, once, and stays when the paper is edited',
    async (store) => {
      const run = await testRunner({ store, clock: fakeClock(AT) })
      const notices = async (id: string) =>
        (await store.private.queue.find(id))?.checkReport?.findings
          .filter(({ check }) => check === 'notice')
          .map(({ reason }) => reason)
      const input = { state: 'pending' as const, actor: 'cli', session: 's', onlyOf: null }
      const work = { title: 'Memory of agents', doi: '10.1000/one' }
      await run(importRecords, { ...input, batch: [record(work, 'one')] })
      assert.deepEqual(await notices('p1'), [])
      const withdrawn = { ...record(work, 'two'), notices: [told('withdrawal')] }
      await run(importRecords, { ...input, batch: [withdrawn] })
      const said = 'Withdrawn, 2026-11-01: A withdrawal https://doi.org/10.1000/notice'
      assert.deepEqual(await notices('p1'), [said])
      assert.equal(await store.private.imports.countOpenProposals(), 0)
      await run(importRecords, { ...input, batch: [{ ...withdrawn, source: record(work, 'three').source }] })
      assert.deepEqual(await notices('p1'), [said], 'each notice once')

      const erratum = { ...record({ title: 'Erratum' }, 'four'), notices: [told('correction', '10.1000/one')] }
      assert.equal(await run(proposeAboutOthers, erratum), true)
      const paper = await paperOf(store, 'p1')
      assert.ok(paper !== undefined)
      const edited = { ...paper, year: 2023 }
      const checked = await checkEdit(store.private, { paper: edited, now: new Date(AT) })
      await run(editPaper, { paper: edited, version: null, actor: 'cli', ...checked })
      assert.deepEqual(await notices('p1'), [
        said,
        'A correction, 2026-11-01: A correction https://doi.org/10.1000/notice',
      ])
      assert.ok(((await store.private.queue.find('p1'))?.checkReport?.risk ?? 0) >= 75)

      const born = { ...record({ title: 'Tools of agents' }, 'five'), notices: [told('retraction')] }
      await run(importRecords, { ...input, batch: [born] })
      assert.equal((await notices('p2'))?.length, 1, 'a record may bring its own')

      const inRepository = record({ title: 'Plans of agents' }, 'six')
      const source = { ...inRepository.source, format: 'oai-pmh' as const, recordId: 'oai:example.org:1' }
      await run(importRecords, { ...input, batch: [{ ...inRepository, source }] })
      await run(proposeDeletions, [{ ...source, digest: 'deleted' }])
      assert.deepEqual(await notices('p3'), ['Deleted by its repository: oai:example.org:1'])
    },
  )

  contract(
    'a record that names a paper as its preprint or another version joins it, or is compared by a person',
    async (store) => {
      const run = await testRunner({ store, clock: fakeClock(AT) })
      const preprint = { id: 'p1', title: 'Planning for agents that work for many days', kind: 'preprint' as const }
      await addPapers(
        store,
        newPaper({ ...preprint, arxivId: '2401.00001', year: 2020, authors: ['Ada Byron'] }),
        newPaper({ id: 'p2', title: 'Something else entirely', doi: '10.1000/other' }),
      )
      const title = 'Planning for agents that work for many days: an extended study'
      const arxiv = [{ doi: null, arxivId: '2401.00001' }]
      const batch = [
        publication(title, '10.1000/joined', arxiv),
        publication('Memory without any relation', '10.1000/compared', [{ doi: '10.1000/other', arxivId: null }]),
        publication(title, '10.1000/alone', undefined),
      ]
      const results = await run(importRecords, { batch, state: 'pending', actor: 'cli', session: 's', onlyOf: null })
      assert.deepEqual(
        results.slice(0, 2).map(({ outcome, id, match, toCompare }) => [outcome, id, match, toCompare]),
        [
          ['proposed', 'p1', 'version', []],
          ['stored', 'p3', null, ['p2']],
        ],
      )
      assert.notEqual(results[2]?.match, 'version')
      await run(decideProposal, { id: 1, decision: 'take', actor: 'cli' })
      const { doi, kind } = (await paperOf(store, 'p1')) ?? {}
      assert.deepEqual([doi, kind], ['10.1000/joined', 'journal-article'])
      const [join] = await store.private.joins.list('2000', null, 5)
      assert.equal(join?.match, 'version')
    },
  )

  contract('a paper of the library is recognized in a list by any address of its page', async (store) => {
    const run = await testRunner({ store, clock: fakeClock(AT) })
    await addPapers(
      store,
      newPaper({
        id: 'p1',
        title: 'One',
        url: 'http://openaccess.thecvf.com/content/CVPR2021/papers/Ex_One_CVPR_2021_paper.pdf',
      }),
      newPaper({ id: 'p2', title: 'Two', url: 'https://ieeexplore.ieee.org/stamp/stamp.jsp?tp=&arnumber=9123456' }),
    )
    const list = [
      '- [One](https://openaccess.thecvf.com/content/CVPR2021/html/Ex_One_CVPR_2021_paper.html)',
      '- [Two](https://ieeexplore.ieee.org/abstract/document/9123456/)',
      '- [Three](https://ieeexplore.ieee.org/document/9123457)',
    ]
    assert.deepEqual(await takeList(run, `${list.join('\n')}\n`), [{ paperId: 'p1' }, { paperId: 'p2' }, 'new'])
    const ids = async (url: string) => (await store.private.imports.atAddress(url)).map(({ paper }) => paper.id)
    assert.deepEqual(
      await ids('https://www.openaccess.thecvf.com/content/CVPR2021/papers/Ex_One_CVPR_2021_paper.pdf/'),
      ['p1'],
    )
    assert.deepEqual(await ids('https://openaccess.thecvf.com/content/CVPR2021/html/Ex_Two_CVPR_2021_paper.html'), [])
  })

  contract('columns are remembered by header, the newest first, until they are forgotten', async (store) => {
    const clock = fakeClock(AT)
    const run = await testRunner({ store, clock })
    const list = async () =>
      (await store.private.tableColumns.list()).map(({ names, columns }) => [names, columns.title])
    const remember = async (names: string[], title: string): Promise<void> => {
      clock.advance(1)
      await run(rememberColumns, { names, columns: { title }, actor: 'cli' })
    }
    await remember(['A', 'B'], 'A')
    await remember(['C, "d"', 'E'], 'C, "d"')
    assert.deepEqual(await list(), [
      [['C, "d"', 'E'], 'C, "d"'],
      [['A', 'B'], 'A'],
    ])
    await remember([' a', 'b'], 'b')
    await remember(['A', 'B'], 'b')
    assert.deepEqual(await list(), [
      [['A', 'B'], 'b'],
      [['C, "d"', 'E'], 'C, "d"'],
    ])
    const { records } = await store.private.audit.list(
      { actor: null, act: 'columns.remember', subject: null },
      null,
      10,
    )
    assert.equal(records.length, 3, 'nothing is recorded where nothing changes')
    for (let number = 0; number < MAX_REMEMBERED - 1; number += 1) await remember([`n${number}`], 'x')
    const kept = await store.private.tableColumns.list()
    assert.deepEqual([kept.length, kept.at(-1)?.names], [MAX_REMEMBERED, ['A', 'B']])
    await run(forgetColumns, { id: headerId(['a', 'B']), actor: 'cli' })
    assert.equal((await list()).length, MAX_REMEMBERED - 1)
    await assert.rejects(run(forgetColumns, { id: 'none', actor: 'cli' }), { code: 'not_found' })
  })

  contract(
    'a joined record is separated: what it filled is taken back, and it waits as a paper of its own',
    async (store) => {
      const run = await testRunner({ store, clock: fakeClock(AT) })
      const joins = () => store.private.joins.list('2000', null, 10)
      await importing(store)(record({ title: 'Agents at work', institution: null }))
      const again = record({ title: 'Agents at work.', publisher: 'Press', volume: '7', fullText: 'Words.' })
      assert.equal((await importing(store)(again))[0]?.[0], 'enriched')
      const [join] = await joins()
      assert.deepEqual(
        [join?.paperId, join?.match, join?.paper.title, join?.filled, join?.source.position],
        [
          'p1',
          'title_year',
          'Agents at work.',
          { publisher: { before: null, after: 'Press' }, volume: { before: null, after: '7' } },
          'record 1',
        ],
      )
      await run(savePaperVersion, {
        id: 'p1',
        change: (paper: PaperWithText) => ({ ...paper, volume: '8' }),
        version: null,
        actor: 'cli',
        act: 'paper.edit',
      })
      assert.equal(await run(separateRecord, { id: join?.id ?? 0, actor: 'editor' }), 'p2')
      const [kept, own] = [await paperOf(store, 'p1'), await paperOf(store, 'p2')]
      assert.deepEqual([kept?.publisher, kept?.volume], [null, '8'], 'what somebody changed since stays')
      assert.deepEqual([own?.title, own?.publisher, own?.fullText], ['Agents at work.', 'Press', null])
      assert.deepEqual((await joins())[0]?.separated, { paperId: 'p2', by: 'editor', at: AT })
      assert.equal((await store.private.imports.listSources('p2')).length, 1)
      assert.deepEqual(await importing(store)(again), [['unchanged', 'p2', 'record', []]])
      await assert.rejects(run(separateRecord, { id: join?.id ?? 0, actor: 'editor' }), { code: 'wrong_state' })
      await assert.rejects(run(separateRecord, { id: 99, actor: 'editor' }), { code: 'not_found' })
      await store.transact((tx) => tx.joins.prune('2100'))
      assert.deepEqual(await joins(), [])
    },
  )

  contract('what a joined record proposed for a public paper is left when it is separated', async (store) => {
    const run = await testRunner({ store, clock: fakeClock(AT) })
    await importing(store, 'accepted')(record({ title: 'A public paper' }))
    await importing(store)(record({ title: 'A public paper.', publisher: 'Press' }))
    const [join] = await store.private.joins.list('2000', null, 10)
    await run(separateRecord, { id: join?.id ?? 0, actor: 'editor' })
    assert.equal(await store.private.imports.countOpenProposals(), 0)
    assert.equal((await paperOf(store, 'p1'))?.publisher, null)
    assert.equal((await store.private.submissions.find('p2'))?.state, 'pending')
  })

  contract('of a public paper a record changes nothing that readers see: it becomes a proposal', async (store) => {
    await importing(store, 'accepted')(record({ title: 'A public paper', doi: '10.1000/x' }))
    const revision = await store.private.revision()
    const found = record({
      title: 'A public paper',
      doi: '10.1000/x',
      publisher: 'Press',
    })
    assert.deepEqual(await importing(store)(found), [['proposed', 'p1', 'doi', ['publisher']]])
    assert.equal((await paperOf(store, 'p1'))?.publisher, null)
    assert.equal(await store.private.revision(), revision)
    const [proposal, ...more] = await store.private.imports.listProposals('open', null, 10)
    assert.ok(proposal !== undefined && more.length === 0)
    assert.equal(await store.private.imports.countOpenProposals(), 1)
    assert.deepEqual(
      [proposal.paperId, proposal.fields, proposal.source.place],
      ['p1', { publisher: 'Press' }, 'works.json'],
    )
    const same = record({ title: 'A public paper', doi: '10.1000/x' }, 'says nothing new')
    assert.deepEqual(await importing(store)(same), [['unchanged', 'p1', 'doi', []]])
  })

  contract('what records propose for one paper is one proposal, and later records wait for another', async (store) => {
    const run = await testRunner({ store, clock: fakeClock(AT) })
    const take = importing(store)
    await importing(store, 'accepted')(record({ title: 'One' }), record({ title: 'Two' }))
    const open = async (after: number | null = null, limit = 10) =>
      (await store.private.imports.listProposals('open', after, limit)).map(
        ({ id, paperId, fields, earlier }) => [id, paperId, fields, earlier.length] as const,
      )
    await take(record({ title: 'One', publisher: 'Pres', volume: '1' }), record({ title: 'Two', issue: '2' }))
    await take(record({ title: 'One', publisher: 'Press', doi: '10.1000/one' }))
    // The same record in other words proposes nothing else.
    await take(record({ title: 'One', publisher: 'Press', doi: '10.1000/one' }, 'in other words'))
    const both = [3, 'p1', { publisher: 'Press', volume: '1', doi: '10.1000/one' }, 1] as const
    assert.deepEqual(await open(), [[2, 'p2', { issue: '2' }, 0], both])
    assert.deepEqual(await open(2), [both])
    assert.deepEqual(await open(null, 1), [[2, 'p2', { issue: '2' }, 0]])
    assert.equal(await store.private.imports.countOpenProposals(), 2)
    const [seen] = (await store.private.imports.listProposals('open', 2, 1)) ?? []
    assert.deepEqual(await store.private.imports.findProposal(3), seen)

    await take(record({ title: 'One', pages: '7' }))
    await run(decideProposal, { id: 3, decision: 'take', actor: 'editor' })
    const { publisher, volume, pages } = (await paperOf(store, 'p1')) ?? {}
    assert.deepEqual([publisher, volume, pages], ['Press', '1', null])
    assert.deepEqual(await open(2), [[4, 'p1', { pages: '7' }, 0]], 'nobody has seen this one')
    assert.deepEqual(
      (await store.private.imports.listProposals('taken', null, 10)).map(({ id }) => id),
      [1, 3],
    )
    await run(decideProposal, { id: 4, decision: 'leave', actor: 'editor' })
    assert.deepEqual(await take(record({ title: 'One', pages: '7' }, 'again')), [
      ['proposed', 'p1', 'title_year', ['pages']],
    ])
    await take(record({ title: 'One', pages: '7', issue: '3' }, 'with an issue'))
    assert.deepEqual(await open(2), [[5, 'p1', { issue: '3' }, 0]], 'what was dismissed is not proposed again')
    for (let number = 0; number < 30; number += 1) await take(record({ title: 'Two', institution: `Place ${number}` }))
    const last = (await open()).find(([, paper]) => paper === 'p2')
    assert.deepEqual(last?.slice(2), [{ issue: '2', institution: 'Place 18' }, 19], 'a bound on what waits')
  })

  contract('what was rejected stays so, and other works of the same authors are new', async (store) => {
    await addPapers(store, newPaper({ id: 'p1', title: 'A rejected paper' }, 'pending'))
    const step = { state: 'rejected' as const, note: null, actor: 'test', at: AT }
    await store.transact((tx) => tx.papers.transition('p1', step))
    const again = record({ title: 'A Rejected Paper!', abstract: 'More.' })
    assert.deepEqual(await importing(store)(again), [['unchanged', 'p1', 'title_year', []]])
    assert.equal((await paperOf(store, 'p1'))?.abstract, null)
    const part = record({ title: 'A rejected paper, part 2' })
    const other = record({ title: 'A rejected paper', authors: ['Somebody Else'] })
    assert.deepEqual(
      (await importing(store)(part, other)).map(([outcome]) => outcome),
      ['stored', 'stored'],
    )
  })

  contract(
    'an imported note about a paper of the library is proposed for it, and stored as no paper',
    async (store) => {
      const run = await testRunner({ store, clock: fakeClock(AT) })
      await addPapers(
        store,
        newPaper({ id: 'p1', title: 'Wrong figures', doi: '10.1000/one' }),
        newPaper({ id: 'p2', title: 'Wrong proofs', arxivId: '2401.00001' }),
        newPaper({ id: 'p3', title: 'Still waiting', doi: '10.1000/three' }, 'pending'),
      )
      const input = { state: 'accepted' as const, actor: 'cli', session: null, onlyOf: null }
      const about = (doi: string, id: string, onlyOf: string | null = null) =>
        run(importRecords, {
          ...input,
          onlyOf,
          batch: [{ ...record({ title: `Retraction note ${id}` }, id), notices: [told('retraction', doi)] }],
        })
      const outcome = async (results: ReturnType<typeof about>) =>
        (await results).map((one) => [one.outcome, one.id, one.match])
      assert.deepEqual(await outcome(about('10.1000/one', 'a')), [['proposed', 'p1', 'doi']])
      assert.deepEqual(await outcome(about('10.1000/one', 'a')), [['unchanged', 'p1', 'doi']])
      assert.deepEqual(await outcome(about('10.48550/arxiv.2401.00001', 'b')), [['proposed', 'p2', 'arxiv']])
      assert.deepEqual(await outcome(about('10.1000/elsewhere', 'c')), [['stored', 'p4', null]])
      assert.deepEqual(await outcome(about('10.1000/three', 'd', 'key:other')), [['stored', 'p5', null]])
      const proposals = await store.private.imports.listProposals('open', null, 9)
      assert.deepEqual(
        proposals.map(({ paperId, notices }) => [paperId, notices.map(noticeLine)]),
        [
          ['p1', ['Retracted, 2026-11-01: A retraction https://doi.org/10.1000/notice']],
          ['p2', ['Retracted, 2026-11-01: A retraction https://doi.org/10.1000/notice']],
        ],
      )
    },
  )

  contract('rows of notices are told to the editors once, of papers that are public or in review', async (store) => {
    const run = await testRunner({ store, clock: fakeClock(AT) })
    await addPapers(
      store,
      ...Array.from({ length: 3 }, (_, index) => newPaper({ id: `p${index + 1}`, doi: `10.1000/${index + 1}` })),
      newPaper({ id: 'p4', doi: '10.1000/4' }, 'pending'),
    )
    const notices = Array.from({ length: 1_200 }, (_, index) => noticeRow(index + 2))
    const takeAll = async (onlyOf: string | null) =>
      (await run(takeNotices, { notices, onlyOf })).flat().map(({ paperId, isNew }) => [paperId, isNew])
    assert.deepEqual(await takeAll('key:other'), [
      ['p2', true],
      ['p3', true],
    ])
    assert.deepEqual(await takeAll(null), [
      ['p2', false],
      ['p3', false],
      ['p4', true],
    ])
    assert.equal(await store.private.imports.countOpenProposals(), 2)
    assert.equal((await store.private.papers.findByIds(['p5'])).size, 0)
  })
}
