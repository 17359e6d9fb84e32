import type { StarterCorpus } from '#core/editorial/starter-corpus.ts'
import type { Finding, Sources } from './our-texts.ts'

/**
 * What public records say of the versions of a paper on arXiv: the highest they name, and the one that our facts are from
 * where somebody compared it. `metadata: older` says that the file of metadata holds an earlier version than our facts.
 */
export type VersionRecord = {
  id: string
  arxiv: string
  known: number
  facts?: number
  metadata?: 'older'
  source: string
}

/** Sources without those that are older than our facts: these are compared with nothing. */
export const currentSources = (sources: Sources, versions: readonly VersionRecord[]): Sources => {
  const older = new Set(versions.filter(({ metadata }) => metadata === 'older').map(({ arxiv }) => arxiv))
  return new Map([...sources].filter(([url]) => !older.has(url.slice(url.lastIndexOf('/') + 1))))
}

/** A version is of a paper of the corpus, with its identifier; our facts are from the highest version that is known. */
export const checkVersions = ({ papers }: StarterCorpus, versions: readonly VersionRecord[]): Finding[] => {
  const addresses = new Map(papers.map(({ paper: { id, url } }) => [id, url]))
  return versions.flatMap(({ id, arxiv, known, facts }) => {
    if (addresses.get(id) !== `https://arxiv.org/abs/${arxiv}`)
      return [{ place: id, message: `has another identifier than ${arxiv}` }]
    return facts === undefined || facts === known
      ? []
      : [{ place: id, message: `has facts of version ${facts}, and version ${known} is known` }]
  })
}
