import { publishBrief } from '#actions/editorial/publish-brief.ts'
import { submissionStates } from '#core/review/submission-state.ts'
import { briefOfWeek47 } from '../service/brief.ts'
import { wholePaper } from '../service/papers.ts'
import { submitInto } from '../service/review.ts'
import { startTestService } from '../service/test-service.ts'

/** States in which nothing of a paper is public; of a retracted one only the reason and the date are. A merged one leads elsewhere. */
export const hiddenStates = submissionStates.filter((state) => state !== 'accepted' && state !== 'merged')

/** A word that occurs nowhere else, for one field of one paper. */
export const marker = (state: string, field: string): string => `zq${state.replace('_', '')}${field.toLowerCase()}zq`

/** A paper whose every field holds a word that only it has. */
export const markedPaper = (id: string, state: string): Record<string, unknown> => ({
  id,
  title: marker(state, 'title'),
  authors: [marker(state, 'author'), marker(state, 'coauthor')],
  year: 1_899,
  institution: marker(state, 'institution'),
  url: `https://${marker(state, 'host')}.example/10.1234/${marker(state, 'doi')}`,
  abstract: marker(state, 'abstract'),
  chapter: 6,
  longHorizonScore: 0.987_123,
  enterpriseScore: 0.876_321,
  topics: [marker(state, 'topic')],
  concepts: [marker(state, 'concept')],
  frameworkMappings: [marker(state, 'framework')],
  houseCommentary: marker(state, 'commentary'),
  storageUrl: `https://${marker(state, 'storage')}.example/x.pdf`,
  type: 'dataset',
  fullText: marker(state, 'fulltext'),
})

/** What a response shows of a marked paper, if it shows anything of it. */
export const MARK = /zq[a-z]+zq|\b1899\b|0\.98712|9\.8712|0\.87632|8\.7632/iu

/** A corpus with one public paper and one marked paper in each hidden state, p1 to p5. */
export const startWithHidden = async (t: Parameters<typeof startTestService>[0]) => {
  const service = await startTestService(t)
  const [key, other] = [await service.key(), await service.key()]
  await service.accept(wholePaper({ id: 'p100' }))
  const ids: string[] = []
  for (const [index, state] of hiddenStates.entries()) {
    ids.push(`p${index + 1}`)
    await submitInto(service, { key, state, paper: markedPaper(`p${index + 1}`, state) })
  }
  await service.store.transact((tx) =>
    tx.gaps.put(
      { id: 'g1', title: 'Gap', severity: 'high', explanation: 'Why.', paperIds: ['p100', ...ids] },
      service.clock.now().toISOString(),
    ),
  )
  await service.run(publishBrief, {
    actor: 'test',
    brief: { ...briefOfWeek47, featured: ['p100'] },
  })
  return { service, key, other, ids }
}
