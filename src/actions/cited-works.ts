import { citedWorkKeys, type CitedWork } from '#core/citations/cited-work.ts'
import { isCitationSource, isReferenceTo } from '#core/citations/match-cited-work.ts'
import { sourceRecord } from '#core/imports/imported-record.ts'
import { withIdentifiers } from '#core/papers/identifiers.ts'
import type { OldRecord } from '#ports/store/citations.ts'
import { openalexIdOf } from './imports.ts'
import type { ActionContext } from './run-action.ts'

/** A work that fewer papers cite is no candidate. */
export const LEAST_CITATIONS = 3
/** So many candidates from references wait at most, the most cited first. */
export const MOST_OPEN = 100
/** Works in one transaction. */
const STEP = 20

const PLACE = 'references of papers'

/** A candidate in any state that is this work already. */
const knownCandidate = async ({ candidates }: ActionContext, work: CitedWork, key: string): Promise<number | null> => {
  const { doi, arxivId, title, authors, year } = work
  const [identified] = await candidates.findByIdentifiers({ doi, arxivId })
  if (identified !== undefined) return identified.id
  const listed = await candidates.findRecord(null, key)
  if (listed !== null) return listed.candidateId
  if (title === null || authors.length === 0) return null
  const similar = await candidates.findSimilar({ title, authors, year: year ?? 0, doi, arxivId })
  return similar.find(({ paper }) => paper !== null && isReferenceTo(work, withIdentifiers(paper)))?.id ?? null
}

/**
 * Puts works into the inbox that papers cite often and the library lacks, and takes those out that have become papers; returns
 * whether there may be more.
 */
export const listCitedWorks = async (tx: ActionContext): Promise<boolean> => {
  const at = tx.now.toISOString()
  const arrived = await tx.citations.arrivedWorks(STEP)
  for (const { id, candidate, paperId } of arrived) {
    const found = await tx.candidates.find(candidate)
    if (found?.state === 'open')
      await tx.candidates.decide(candidate, { state: 'kept', actor: 'references', at, paperId })
    await tx.citations.setCandidate(id, null)
  }
  const room = Math.max(0, Math.min(STEP, MOST_OPEN - (await tx.citations.countOpenCandidates())))
  const missing = room === 0 ? [] : await tx.citations.missingWorks(LEAST_CITATIONS, room)
  for (const { id, work } of missing) {
    const key = citedWorkKeys(work)[0] ?? ''
    const known = await knownCandidate(tx, work, key)
    if (known !== null) {
      await tx.citations.setCandidate(id, known)
      continue
    }
    const { doi, arxivId, openalexId, title, text } = work
    const url = openalexId === null || doi !== null || arxivId !== null ? null : `https://openalex.org/${openalexId}`
    const listed = { title: title ?? text, url, topics: [] }
    const candidate = await tx.candidates.add({ paper: null, doi, arxivId, listed, at })
    const record = {
      format: 'identifiers' as const,
      position: key,
      recordId: key,
      fields: {},
      unmapped: [],
      source: key,
    }
    const source = sourceRecord(record, { place: PLACE, fetchedAt: at })
    await tx.candidates.addRecord(candidate, { sourceId: null, recordId: key, source })
    await tx.citations.setCandidate(id, candidate)
  }
  return arrived.length === STEP || missing.length === STEP
}

type KeepOldReferencesInput = {
  read: readonly (Pick<OldRecord, 'paperId' | 'source'> & { references: readonly CitedWork[] })[]
  readUntil: number
}

/** Stores what records say that were imported before references were kept. A reference that is known stays as it is. */
export const keepOldReferences = async (
  tx: ActionContext,
  { read, readUntil }: KeepOldReferencesInput,
): Promise<void> => {
  const added = read.flatMap(({ paperId, source, references }) => {
    const { format } = source
    const openalexId = openalexIdOf(source)
    const isSilent = references.length === 0 && openalexId === null
    return isSilent || !isCitationSource(format) ? [] : [{ paperId, source: format, references, openalexId }]
  })
  if (added.length > 0) await tx.citations.add(added)
  await tx.citations.setReadUntil(readUntil)
}
