import { workMatches, type WorkLikeness, type WorkMatch } from '#core/papers/same-work/same-work.ts'
import { isKnownToAll, type SubmissionState } from '#core/review/submission.ts'

type Candidate = { match: WorkLikeness; state: SubmissionState; broughtBy: string }
/** A candidate that is the same work. */
type Same<Found extends Candidate> = Found & { match: WorkMatch }

/** Preference among papers that match equally well. */
const order: SubmissionState[] = [
  'accepted',
  'pending',
  'changes_requested',
  'rejected',
  'retracted',
  'withdrawn',
  'merged',
]

const byStrength = (a: Same<Candidate>, b: Same<Candidate>): number =>
  workMatches.indexOf(a.match) - workMatches.indexOf(b.match) || order.indexOf(a.state) - order.indexOf(b.state)

/**
 * Whether the existence of a stored paper may be revealed.
 * @param onlyOf a submitter, who may see only public papers and their own; null for those who may see all
 */
export const maySee = ({ state, broughtBy }: Pick<Candidate, 'state' | 'broughtBy'>, onlyOf: string | null): boolean =>
  onlyOf === null || broughtBy === onlyOf || isKnownToAll(state)

/**
 * The candidates of a record whose title or authors may have been read wrongly: only an identifier makes it the same work, and a
 * person has to decide on the others.
 */
export const byIdentifierOnly = <Found extends Candidate>(candidates: readonly Found[]): Found[] =>
  candidates.map((candidate) =>
    ['doi', 'arxiv', 'version'].includes(candidate.match) ? candidate : { ...candidate, match: 'perhaps' },
  )

/** The strongest match among stored papers whose existence may be revealed. */
export const bestVisibleMatch = <Found extends Candidate>(
  candidates: readonly Found[],
  onlyOf: string | null,
): Same<Found> | null =>
  candidates
    .filter((candidate): candidate is Same<Found> => candidate.match !== 'perhaps' && maySee(candidate, onlyOf))
    .toSorted(byStrength)[0] ?? null

/** Stored papers that may be the same work, which a person has to decide, and whose existence may be revealed. */
export const visibleToCompare = <Found extends Candidate>(
  candidates: readonly Found[],
  onlyOf: string | null,
): Found[] => candidates.filter((candidate) => candidate.match === 'perhaps' && maySee(candidate, onlyOf))
