import type { SimilarPaper } from '#core/review/checks/finding.ts'
import type { SubmissionState } from '#core/review/submission-state.ts'
import { sameNumberIds } from '#core/papers/paper.ts'
import { textKey } from '#core/text/tokenize.ts'
import type { DuplicateCandidate } from '#core/review/submission.ts'
import type { DuplicateQuery } from '#ports/store/papers.ts'
import type { Db } from '#store/rows.ts'

const MAX_CANDIDATES = 10

const inOrder = (db: Db) =>
  db.selectFrom('papers').select(['id', 'title', 'seq', 'state']).orderBy('seq').limit(MAX_CANDIDATES)

type Query = ReturnType<typeof inOrder>

/** Visible to a submitter: public papers, and submissions of the same key that are not rejected or withdrawn. */
const visible = (db: Db, keyId: string | null): Query =>
  inOrder(db).where((eb) =>
    eb.or([
      eb('state', '=', 'accepted'),
      eb.and([eb('submitted_by', '=', keyId), eb('state', 'in', ['pending', 'changes_requested'])]),
    ]),
  )

type Found = DuplicateCandidate & { state: SubmissionState }

/** @param papers the papers to search, as a new query each time */
const findDuplicatesAmong = async (papers: () => Query, paper: DuplicateQuery): Promise<Found[]> => {
  const byDoi = paper.doi === null ? [] : await papers().where('doi', '=', paper.doi).execute()
  const byArxiv = paper.arxivId === null ? [] : await papers().where('arxiv_id', '=', paper.arxivId).execute()
  const byTitle = await papers().where('title_key', '=', textKey(paper.title)).where('year', '=', paper.year).execute()
  const found = new Map<string, Found>()
  const add = (rows: Omit<Found, 'match'>[], match: DuplicateCandidate['match']): void => {
    for (const { id, title, state } of rows)
      if (id !== paper.id && !found.has(id)) found.set(id, { id, title, match, state })
  }
  add(byDoi, 'doi')
  add(byArxiv, 'arxiv')
  add(byTitle, 'title_year')
  return [...found.values()]
}

export const findVisibleDuplicates = async (
  db: Db,
  paper: DuplicateQuery,
  keyId: string | null,
): Promise<DuplicateCandidate[]> => {
  const found = await findDuplicatesAmong(() => visible(db, keyId), paper)
  return found.map(({ id, title, match }) => ({ id, title, match }))
}

export const findAllDuplicates = async (db: Db, paper: DuplicateQuery): Promise<SimilarPaper[]> => {
  const found = await findDuplicatesAmong(() => inOrder(db), paper)
  const spellings = sameNumberIds(paper.id)
  const others = spellings.length === 0 ? [] : await inOrder(db).where('id', 'in', spellings).execute()
  const more = others.filter(({ id }) => !found.some((known) => known.id === id))
  return [...found, ...more.map(({ id, title, state }) => ({ id, title, state, match: 'number' as const }))]
}
