import type { PublicationKind } from './bibliography.ts'
import { hostOf, identifiersOf } from './identifiers.ts'
import type { Paper } from './paper.ts'

/** Hosts with only conference papers, and the series of all of them, if there is just one. */
const PROCEEDINGS = new Map<string, string | null>([
  ['aclanthology.org', null],
  ['www.aclanthology.org', null],
  ['openaccess.thecvf.com', null],
  ['papers.neurips.cc', 'Advances in Neural Information Processing Systems'],
  ['papers.nips.cc', 'Advances in Neural Information Processing Systems'],
  ['proceedings.mlr.press', 'Proceedings of Machine Learning Research'],
  ['proceedings.neurips.cc', 'Advances in Neural Information Processing Systems'],
])
/** Journals of the ACL Anthology: 2023.tacl-1.4, 2024.cl-2.1. */
const ACL_JOURNAL = /\/\d{4}\.(?:tacl|cl)-/u

/** DOI prefixes of preprint servers: arXiv, bioRxiv and medRxiv, OSF, SSRN, Research Square, Preprints.org. */
const PREPRINT_DOI = /^10\.(?:48550|1101|31219|31234|2139|21203|20944)\//u

type Traits = Pick<Paper, 'url' | 'storageUrl' | 'doi' | 'arxivId' | 'type' | 'kind' | 'container' | 'institution'>

const isInProceedings = ({ url }: Traits): boolean =>
  url !== null && PROCEEDINGS.has(hostOf(url) ?? '') && !ACL_JOURNAL.test(url)

/** Journal, proceedings or book: as stored, or else derived from the address. */
export const containerOf = (paper: Traits): string | null => {
  if (paper.container !== null || paper.url === null || !isInProceedings(paper)) return paper.container
  return PROCEEDINGS.get(hostOf(paper.url) ?? '') ?? null
}

/**
 * The kind as stored, or else derived from type and addresses; null if unknown. An institution makes a paper a report only if it
 * has no DOI.
 */
export const publicationKind = (paper: Traits): PublicationKind | null => {
  const { doi, arxivId } = identifiersOf(paper)
  if (paper.kind !== null) return paper.kind
  if (paper.type === 'dataset') return 'dataset'
  if (isInProceedings(paper)) return 'conference-paper'
  if (paper.container === null && (doi === null ? arxivId !== null : PREPRINT_DOI.test(doi))) return 'preprint'
  return paper.institution !== null && doi === null && paper.container === null ? 'report' : null
}
