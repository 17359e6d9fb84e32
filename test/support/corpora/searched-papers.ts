import { leastPaper } from '../service/papers.ts'
import { idsAt } from '../service/read-responses.ts'
import { startTestService } from '../service/test-service.ts'
import type { Ending } from '../database/temporary.ts'

const searchedPapers = () => [
  leastPaper({
    id: 'p1',
    title: 'Planning with language agents',
    authors: ['Ada Lovelace', 'Grace Hopper'],
    abstract: 'Agents plan tasks over a long horizon. Robots are left out.',
    topics: ['planning', 'agent memory'],
    chapter: 2,
    longHorizonScore: 0.9,
    institution: 'Zanzibar Institute',
    houseCommentary: 'Quokka.',
    concepts: ['wombat'],
    frameworkMappings: ['Numbat'],
    fullText: 'Platypus.',
  }),
  leastPaper({
    id: 'p2',
    title: 'Memory for tool use',
    authors: ['Grace Murray'],
    abstract: 'GPT-4o writes C++ and C# in long-horizon work. A memory-augmented model.',
    topics: ['memory', 'tools'],
    chapter: 3,
    longHorizonScore: 0.8,
  }),
  leastPaper({
    id: 'p3',
    title: 'Évaluation of naïve planners',
    authors: ['José Núñez'],
    abstract: 'A planner fails on robot arms; the horizon is long.',
    topics: ['evaluation'],
    chapter: 2,
    longHorizonScore: 0.7,
  }),
  leastPaper({
    id: 'p4',
    title: 'Letters of the alphabet: C',
    abstract: 'Nothing about agents',
    longHorizonScore: 0.6,
  }),
  leastPaper({ id: 'p5', title: '大規模言語モデルの計画', abstract: 'Ελληνικά и русский', longHorizonScore: 0.5 }),
  leastPaper({ id: 'p6', title: 'Ablation' }),
]

/** The ids of all of them, in the public order. */
export const everything = ['p1', 'p2', 'p3', 'p4', 'p5', 'p6']

/** A service with these papers, and the ids that its search finds for a text and further parameters. */
export const startSearchedService = async (t: Ending) => {
  const service = await startTestService(t)
  await service.accept(...searchedPapers())
  const search = (q: string, rest = ''): Promise<unknown[]> =>
    idsAt(service, `/api/papers?q=${encodeURIComponent(q)}${rest}`)
  return { service, search }
}
