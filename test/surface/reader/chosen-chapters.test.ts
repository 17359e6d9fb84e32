import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setChapters } from '#actions/editorial/chapters.ts'
import type { Chapter } from '#core/papers/chapter.ts'
import { leastPaper } from '../../support/service/papers.ts'
import { startTestService } from '../../support/service/test-service.ts'

const NAMES: Record<Chapter, string> = {
  1: 'Trials',
  2: 'Reviews',
  3: 'Imaging',
  4: 'Dosage',
  5: 'Ethics',
  6: 'Nursing',
  7: 'History',
}

const numbered = (number: Chapter): string => `${number} ${NAMES[number]}`
const titled = (number: Chapter): string => `Chapter ${number}: ${NAMES[number]}`

/** What a reader sees of a page, and the texts of other files as they are. */
const wordsOf = (text: string): string =>
  text
    .replaceAll(/<(?<name>script|style)[^]*?<\/\k<name>>/gu, ' ')
    .replaceAll(/<[^>]*>/gu, ' ')
    .replaceAll(/\s+/gu, ' ')

const pages = ['/', '/papers', '/stats', '/map', '/gaps', '/about', '/papers/p1', '/llms.txt', '/llms-full.txt']

for (const chosen of [[], [4], [6, 1, 3, 2], [7, 6, 5, 4, 3, 2, 1]] as const satisfies readonly Chapter[][])
  test(`a library with ${chosen.length} chapters shows them in its order, and no others`, async (t) => {
    const service = await startTestService(t)
    const numbers: readonly Chapter[] = chosen
    const chapters = numbers.map((number) => ({ number, name: NAMES[number], introduction: `On ${NAMES[number]}.` }))
    await service.run(setChapters, { chapters, actor: 'test' })
    const scores = { longHorizonScore: 0.5, enterpriseScore: 0.4, concepts: ['dosing'] }
    await service.accept(
      leastPaper({ id: 'p1', ...scores }),
      ...numbers.map((chapter) => leastPaper({ id: `p${chapter + 10}`, chapter, ...scores })),
    )
    await service.store.transact((tx) =>
      tx.gaps.put(
        { id: 'g1', title: 'Why', severity: 'high', explanation: 'So.', paperIds: ['p1'] },
        '2026-11-20T10:00:00.000Z',
      ),
    )
    const read = async (path: string): Promise<string> => {
      const response = await service.get(path)
      assert.equal(response.status, 200, path)
      return response.text()
    }
    const inOrder = async (path: string, label: (number: Chapter) => string, from = ''): Promise<void> => {
      const whole = wordsOf(await read(path))
      const text = whole.slice(Math.max(0, whole.indexOf(from)))
      const places = numbers.map((number) => text.indexOf(label(number)))
      assert.ok(
        places.every((place) => place >= 0),
        `${path}: ${places.join()}\n${text}`,
      )
      assert.deepEqual(
        places,
        places.toSorted((a, b) => a - b),
        path,
      )
      for (const number of [1, 2, 3, 4, 5, 6, 7] as const)
        if (!numbers.includes(number)) assert.ok(!whole.includes(NAMES[number]), `${path} shows ${NAMES[number]}`)
    }
    await inOrder('/', (number) => NAMES[number])
    await inOrder('/papers', numbered)
    for (const number of numbers)
      assert.match(
        await read('/papers'),
        new RegExp(
          `class="edge-${number}">(?:(?!</ul>)[^])*<a href="/chapters/${number}" dir="auto">${NAMES[number]}</a>`,
          'u',
        ),
        'the name of a chapter says what its hue stands for',
      )
    await inOrder('/stats', numbered)
    await inOrder('/map', numbered)
    await inOrder('/gaps', String, 'Papers by concept and chapter')
    await inOrder('/llms-full.txt', titled)
    await inOrder('/oai?verb=ListSets', titled)
    const map = await read('/sitemap.xml')
    const files = [...map.matchAll(/<loc>[^<]*?(?<path>\/sitemap[^<]*)<\/loc>/gu)].map(
      ({ groups }) => groups?.path ?? '',
    )
    const sitemap = [map, ...(await Promise.all(files.map(read)))].join('\n')
    assert.deepEqual(
      [...sitemap.matchAll(/\/chapters(?:\/(?<number>\d))?</gu)].map(({ groups }) => Number(groups?.number ?? 0)),
      numbers.length === 0 ? [] : [0, ...numbers],
    )
    assert.equal((await service.get('/stats/chapters.svg')).status, numbers.length === 0 ? 404 : 200)
    for (const path of ['/chapters', '/chapters.md'])
      if (numbers.length === 0) assert.equal((await service.get(path)).status, 404)
      else await inOrder(path, (number) => NAMES[number])
    for (const number of [1, 2, 3, 4, 5, 6, 7] as const)
      assert.equal((await service.get(`/chapters/${number}`)).status, numbers.includes(number) ? 200 : 404)
    const [before, after] = [numbers[0], numbers[1]]
    if (before !== undefined && after !== undefined)
      assert.match(
        await read(`/chapters/${before}`),
        new RegExp(`<a href="/chapters/${after}">${titled(after)}</a>`, 'u'),
      )
    if (numbers.length > 0) return
    for (const path of [...pages, '/oai?verb=ListSets', '/sitemap.xml'])
      assert.doesNotMatch(wordsOf(await read(path)), /chapter/iu, path)
  })
