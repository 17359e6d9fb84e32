import { ingestPapers } from '#actions/submissions/ingest-papers.ts'
import { parsePaper } from '#schemas/paper-schema.ts'
import { leastPaper } from '../service/papers.ts'
import type { TestService } from '../service/test-service.ts'

const subjects = [
  {
    title: 'Episodic memory of agents',
    abstract:
      'A store of episodes that the agent writes and retrieves. Retrieval from memory keeps long sessions coherent.',
    chapter: 3,
    type: 'system',
    longHorizonScore: 0.7,
    enterpriseScore: 0.2,
    concepts: ['episodic memory', 'memory retrieval'],
  },
  {
    title: 'Audit of permissions in banks',
    abstract:
      'Compliance officers audit permissions of agents in a bank. Regulators demand evidence of each permission.',
    chapter: 7,
    type: 'case_study',
    longHorizonScore: 0.3,
    enterpriseScore: 0.9,
    concepts: ['permission model'],
    frameworkMappings: ['EU AI Act'],
  },
]

/** Accepts so many papers of two subjects, p101 and on, from which an assessment of another can be learned. */
export const acceptAssessedPapers = async (service: TestService, count: number): Promise<void> => {
  const batch = Array.from({ length: count }, (_, index) => {
    const subject = subjects[index % subjects.length] ?? {}
    const given = {
      ...subject,
      id: `p${101 + index}`,
      title: `${String(Reflect.get(subject, 'title'))}, part ${index}`,
    }
    const read = parsePaper(leastPaper(given), service.clock.now())
    if (!read.ok) throw new Error(JSON.stringify(read.errors))
    return { line: index + 1, paper: read.value.paper }
  })
  await service.run(ingestPapers, { batch, state: 'accepted', actor: 'cli' })
}

/** A submission of the first subject that says nothing of its own assessment. */
export const unassessedPaper = (given: Record<string, unknown> = {}): Record<string, unknown> =>
  leastPaper({
    title: 'Retrieval of episodes from memory',
    abstract:
      'Episodes are written to a memory store. The agent retrieves from this memory in long sessions, by episodic memory.',
    ...given,
  })
