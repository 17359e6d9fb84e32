import type { ImportReader, ImportWriter } from '#ports/store/imports.ts'
import type { Db } from '#store/rows.ts'
import { findStrangers } from './first-actors.ts'
import { takeFreeIds } from './free-ids.ts'
import {
  addProposal,
  countOpenProposals,
  findProposal,
  listProposals,
  saveProposalDecision,
} from './proposed-revisions.ts'
import { addSource, findByDigests, listSources } from './source-records.ts'
import { findWorkCandidates } from './work-candidates.ts'

export const importReader = (db: Db): ImportReader => ({
  findByDigests: (digests) => findByDigests(db, digests),
  workCandidates: (work) => findWorkCandidates(db, work),
  strangers: (ids, actor) => findStrangers(db, ids, actor),
  listSources: (paperId) => listSources(db, paperId),
  listProposals: (...args) => listProposals(db, ...args),
  countOpenProposals: () => countOpenProposals(db),
  findProposal: (id) => findProposal(db, id),
})

export const importWriter = (db: Db): ImportWriter => ({
  allotIds: (count) => takeFreeIds(db, count),
  addSource: (...args) => addSource(db, ...args),
  addProposal: (...args) => addProposal(db, ...args),
  decideProposal: (...args) => saveProposalDecision(db, ...args),
})
