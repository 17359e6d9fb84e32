import type { CitationSource, CitedWork } from '#core/citations/cited-work.ts'
import type { SourceRecord } from '#core/imports/imported-record.ts'
import type { Paper } from '#core/papers/paper.ts'

/** A reference of a paper. */
export type PaperReferenceEntry = {
  /** Its place in the list. */
  position: number
  work: CitedWork
  /** The formats whose records have it. */
  sources: CitationSource[]
  /** How many public papers cite the work. */
  citations: number
  /** The work as a public paper of the library. */
  paper: Paper | null
}

/** How many references a paper has, and how many of them are public papers; how many of those cite it. */
export type CitationCounts = { references: number; inLibrary: number; citations: number }

/** A paper in the map of citations, with how many public papers cite it. */
export type MappedPaper = Pick<Paper, 'id' | 'title' | 'year'> & { chapter: number | null; citations: number }

/** Papers, most cited first, and which of them cites which other, by their ids. */
export type CitationMap = { papers: MappedPaper[]; edges: { from: string; to: string }[] }

export type CitationReader = {
  /** Whether any paper of the library cites another. */
  hasCitedPapers(): Promise<boolean>
  /** How many public papers cite each of these papers; none of a paper means that no paper does. */
  countsOf(paperIds: readonly string[]): Promise<Map<string, number>>
  /** The most cited public papers, at most so many, and where fewer are cited, papers that cite these. */
  map(most: number): Promise<CitationMap>
  counts(paperId: string): Promise<CitationCounts>
  /** In the order of the list. `after` is the position of the last one of the previous page. */
  references(
    paperId: string,
    after: number | null,
    limit: number,
  ): Promise<{ references: PaperReferenceEntry[]; next: number | null }>
  /** Public papers that cite a paper, the latest added first. `after` is what the previous page gave as `next`. */
  citing(paperId: string, after: number | null, limit: number): Promise<{ papers: Paper[]; next: number | null }>
  /** Public papers that cite the same works as a paper, most in common first. Works that many papers cite do not count. */
  sharing(paperId: string, limit: number): Promise<{ paper: Paper; shared: number }[]>
}

/** A work that public papers cite and the library lacks, by its number. */
export type MissingWork = { id: number; work: CitedWork; citations: number }

/** The public papers that cite a candidate: how many, and some of them, the latest added first. */
export type CandidateCitations = { citations: number; papers: { id: string; title: string }[] }

/** Up to which record, of which. */
export type OldReading = { readUntil: number; lastRecord: number }

/** A record that was stored before references were kept, with the paper that it is about now and who brought that paper. */
export type OldRecord = { id: number; paperId: string; broughtBy: string | null; source: SourceRecord }

export type PrivateCitationReader = {
  /** Works that at least so many public papers cite and that became no candidate yet, most cited first. */
  missingWorks(least: number, limit: number): Promise<MissingWork[]>
  /** How many open candidates came from references. */
  countOpenCandidates(): Promise<number>
  /** Works that became candidates and then papers. */
  arrivedWorks(limit: number): Promise<{ id: number; candidate: number; paperId: string }[]>
  /** How far old records have been read for their references; null where there were none. */
  oldReading(): Promise<OldReading | null>
  /** The next of these records in formats that list references; at most `limit`, none of them where few are among many others. */
  oldRecords(limit: number): Promise<{ records: OldRecord[]; readUntil: number }>
  /** What cites candidates, by their ids; nothing of those that no reference led to. */
  ofCandidates(ids: readonly number[]): Promise<Map<number, CandidateCitations>>
}

/** The references that one record of a paper lists. */
export type AddedReferences = {
  paperId: string
  source: CitationSource
  references: readonly CitedWork[]
  /** The id of the paper itself at OpenAlex, by which other records there refer to it. */
  openalexId: string | null
}

export type CitationWriter = {
  /**
   * Stores the references of records. Those to one work are joined, and each is matched to the paper of the library that it is, in
   * whatever state. A reference that is known already only gets one source more.
   */
  add(added: readonly AddedReferences[]): Promise<void>
  /** Says that old records have been read up to this one. */
  setReadUntil(record: number): Promise<void>
  /** Says which candidate a work became; null once it is decided by a paper that came. */
  setCandidate(work: number, candidate: number | null): Promise<void>
}
