import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { editSettings } from '#actions/editorial/settings.ts'
import { defaultSettings, type StoredSettings } from '#core/settings.ts'
import { seen } from '../../support/markup.ts'
import { leastPaper } from '../../support/service/papers.ts'
import { startTestService } from '../../support/service/test-service.ts'

const evidence = {
  score: 'longHorizonScore',
  name: 'Strength of evidence',
  meaning: 'How far its results can be trusted.',
  words: ['An opinion.', 'Cases.', 'A cohort.', 'One trial.', 'Several trials.'],
} as const
const practice = {
  score: 'enterpriseScore',
  name: 'Use at the bedside',
  meaning: 'How soon it helps patients.',
  words: ['Never.', 'In years.', 'In a year.', 'Soon.', 'Now.'],
} as const

const DAY_SECONDS = 86_400
const service = await startTestService({ after })
const shared = { chapter: 2, concepts: ['fever'], container: 'Ward Notes', houseCommentary: 'It says when to wait.' }
await service.accept(leastPaper({ ...shared, id: 'p1', longHorizonScore: 0.9, enterpriseScore: 0.1 }))
service.clock.advance(DAY_SECONDS)
await service.accept(leastPaper({ ...shared, id: 'p2', longHorizonScore: 0.1, enterpriseScore: 0.5 }))
service.clock.advance(DAY_SECONDS)
await service.accept(leastPaper({ ...shared, id: 'p3', longHorizonScore: 0.1, enterpriseScore: 0.9 }))

const show = (scores: StoredSettings['scores']) =>
  service.run(editSettings, {
    words: scores === undefined ? {} : { scores },
    chapters: null,
    seen: null,
    defaults: defaultSettings('House'),
    version: null,
    actor: 'cli',
  })

const textAt = async (path: string): Promise<string> => {
  const response = await service.get(path)
  assert.equal(response.status, 200, path)
  return response.text()
}

const listed = (markup: string): string[] => [
  ...new Set(
    [...markup.matchAll(/<a (?:data-entry )?href="\/papers\/(?<id>p\d+)"/gu)].map(({ groups }) => groups?.id ?? ''),
  ),
]

const lists = ['/papers', '/chapters/2', '/concepts/fever', '/authors/ada-example', '/venues/ward-notes']
const papers = ['/papers/p1', '/papers/p1.md', '/about', '/llms.txt', '/llms-full.txt', '/', ...lists]

const orderOfLists = async (): Promise<string[][]> => Promise.all(lists.map(async (path) => listed(await textAt(path))))

test('scores have the names, the meaning and the words of the settings', async () => {
  await show([evidence, practice])
  const text = seen(await textAt('/papers/p1'))
  assert.match(text, /Strength of evidence 0\.90 Several trials\./u)
  assert.match(text, /Use at the bedside 0\.10 Never\./u)
  assert.match(
    await textAt('/papers/p1.md'),
    /^- Strength of evidence \(0 to 1\): 0\.9\n- Use at the bedside \(0 to 1\): 0\.1$/mu,
  )
  assert.match(
    seen(await textAt('/about')),
    /Strength of evidence How far its results can be trusted\. 0\.0 to 0\.2: An opinion\./u,
  )
  assert.match(await textAt('/llms.txt'), /^- longHorizonScore is Strength of evidence: How far/mu)
  assert.match(seen(await textAt('/papers')), /Order: new here Strength of evidence Use at the bedside newest by year/u)
  assert.match(seen(await textAt('/papers?sort=enterprise')), /Use at the bedside 0\.90/u)
  assert.match(seen(await textAt('/?q=required')), /Order: new here best match Strength of evidence Use/u)
  assert.match(seen(await textAt('/chapters/2')), /Strength of evidence 0\.90/u)
  assert.match(seen(await textAt('/concepts/fever')), /3 papers, by Strength of evidence, highest first/u)
  assert.deepEqual(
    await orderOfLists(),
    lists.map(() => ['p1', 'p2', 'p3']),
  )
})

test('of a library with one score the other is nowhere, and lists are in the order of the one', async () => {
  await show([practice])
  for (const path of papers) {
    const text = await textAt(path)
    assert.doesNotMatch(text, /Strength of evidence|Main subject|longHorizonScore/u, path)
  }
  assert.match(seen(await textAt('/papers/p1')), /Use at the bedside 0\.10 Never\./u)
  assert.deepEqual(
    await orderOfLists(),
    lists.map(() => ['p3', 'p2', 'p1']),
  )
  assert.deepEqual(listed(await textAt('/papers?sort=long-horizon')), ['p3', 'p2', 'p1'])
})

test('without scores, pages have none, and list what came in last first; the APIs keep order and fields', async () => {
  await show([])
  for (const path of papers) {
    const text = await textAt(path)
    assert.deepEqual(
      /.{60}(?:<meter|(?<!reported )[Ss]cores?\b|Main subject|Practice).{40}/su.exec(text)?.[0],
      undefined,
      path,
    )
  }
  assert.deepEqual(
    await orderOfLists(),
    lists.map(() => ['p3', 'p2', 'p1']),
  )
  assert.match(seen(await textAt('/papers')), /Order: new here newest by year/u)
  const first = JSON.parse(await textAt('/api/papers?limit=1')) as { papers: Record<string, unknown>[] }
  assert.deepEqual([first.papers[0]?.id, first.papers[0]?.longHorizonScore], ['p1', 0.9])
})

test('a page of a concept goes on where it ended, in the order of the library', async () => {
  await service.accept(
    ...Array.from({ length: 20 }, (_, index) => leastPaper({ id: `p${100 + index}`, concepts: ['fever'] })),
  )
  for (const scores of [[practice], [], undefined]) {
    await show(scores)
    const first = await textAt('/concepts/fever')
    const next = /<a rel="next" href="(?<address>[^"]+)#papers">/u.exec(first)?.groups?.address ?? ''
    const all = [...listed(first), ...listed(await textAt(next))]
    assert.equal(new Set(all).size, 23)
    assert.equal(all.length, 23)
  }
})
