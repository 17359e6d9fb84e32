import { finding, type SimilarPaper, type Finding } from './finding.ts'

const matchKinds: Record<SimilarPaper['match'], { field: string; weight: number; says: string }> = {
  doi: { field: 'url', weight: 50, says: 'has the same DOI' },
  arxiv: { field: 'url', weight: 50, says: 'has the same arXiv id' },
  title_year: { field: 'title', weight: 40, says: 'has the same title and year' },
  number: { field: 'id', weight: 20, says: 'has the same number' },
  near_title: { field: 'title', weight: 20, says: 'has nearly the same title' },
}

const MAX_IDS_LISTED = 3

const sentence = (alike: readonly SimilarPaper[], says: string): string => {
  const ids = alike.map(({ id }) => id)
  const named = ids.slice(0, MAX_IDS_LISTED).join(', ')
  const more = ids.length - MAX_IDS_LISTED
  if (ids.length === 1) return `${named} ${says}.`
  return `${named}${more > 0 ? ` and ${more} more` : ''} ${says.replace(/^has/u, 'have')}.`
}

/** One finding for each way in which other papers look like the one that came in. */
export const duplicateFindings = (alike: readonly SimilarPaper[]): Finding[] =>
  [...Map.groupBy(alike, ({ match }) => match)].map(([match, papers]) => {
    const { field, weight, says } = matchKinds[match]
    return { ...finding('likeness', field, weight, sentence(papers, says)), alike: papers }
  })
