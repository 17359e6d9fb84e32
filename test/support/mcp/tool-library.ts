import { publishBrief } from '#actions/editorial/publish-brief.ts'
import { longText } from '../generated/long-text.ts'
import { leastPaper, wholePaper } from '../service/papers.ts'
import { submitInto } from '../service/review.ts'
import { startTestService, type TestService } from '../service/test-service.ts'

/** A word of papers that are not public. */
export const HIDDEN = 'zqhiddenzq'

/** The published brief, which is longer than a small answer. */
export const brief = {
  id: '2026-w47',
  week: { year: 2026, week: 47 },
  title: 'A week',
  summary: 'Plans were made. '.repeat(60),
  take: 'We wait. '.repeat(90),
  featured: ['p1', 'p3'],
  publishedAt: '2026-11-20T10:00:00.000Z',
}

/** Papers p1 to p11, p90 with a long text, two papers that are not public, a gap and a brief. */
export const startLibrary = async (t: Parameters<typeof startTestService>[0]): Promise<TestService> => {
  const service = await startTestService(t)
  const papers = Array.from({ length: 11 }, (_, index) =>
    wholePaper({
      id: `p${index + 1}`,
      title: `Checkpoints ${index} for agents`,
      year: 2015 + index,
      url: `https://example.org/papers/${index + 1}`,
      concepts: [`Concept ${index}`, 'planning'],
    }),
  )
  await service.accept(...papers, leastPaper({ id: 'p90', title: 'Long', fullText: longText }))
  const key = await service.key()
  await submitInto(service, {
    key,
    state: 'pending',
    paper: wholePaper({
      id: 'p700',
      title: `Agents ${HIDDEN}`,
      concepts: [HIDDEN],
      url: 'https://example.org/7',
      fullText: HIDDEN,
    }),
  })
  await submitInto(service, {
    key,
    state: 'retracted',
    paper: wholePaper({
      id: 'p701',
      title: `Retracted agents ${HIDDEN}`,
      concepts: ['planning'],
      url: 'https://example.org/71',
    }),
  })
  await service.store.transact((tx) =>
    tx.gaps.put(
      { id: 'g1', title: 'Gap', severity: 'high', explanation: 'Why. '.repeat(200), paperIds: ['p1', 'p700'] },
      service.clock.now().toISOString(),
    ),
  )
  await service.run(publishBrief, { brief, actor: 'test' })
  return service
}

/** What a tool gives at once, and where it goes on. */
export type Page = Record<string, unknown> & { nextCursor?: string | null }
