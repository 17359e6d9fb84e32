import type { KeyRecord } from '#core/access/api-key.ts'
import { Failure, quotaExceeded } from '#core/failure.ts'
import { identifiersIn } from '#core/papers/identifiers.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import { submitPolicy, type QuotaState } from '#core/access/quota.ts'
import type { DuplicateCandidate } from '#core/review/submission.ts'
import type { Clock } from '#ports/clock.ts'
import type { PrivatePaperReader } from '#ports/store/papers.ts'
import type { Store } from '#ports/store/store.ts'
import { assessPaper } from './assess-paper.ts'
import { transactOnce, type Answered, type Asked } from './once.ts'

export type Submitted = { paper: PaperWithText; likeness: DuplicateCandidate[]; quota: QuotaState }

export const submitBucket = (key: KeyRecord): string => `submit:${key.id}`

const likenessOf = (papers: PrivatePaperReader, paper: PaperWithText, key: KeyRecord): Promise<DuplicateCandidate[]> =>
  papers.visibleDuplicates({ ...paper, ...identifiersIn([paper.url, paper.storageUrl]) }, key.id)

/** Checks a proposal and stores it for review. Throws `quota_exceeded`, `duplicate_id`, `idempotency_key_reused`. */
export const submitPaper = async (
  ports: { store: Store; clock: Clock },
  { paper, key }: { paper: PaperWithText; key: KeyRecord },
  asked: Asked<Submitted>,
): Promise<Answered> => {
  const assessment = await assessPaper(ports.store.private.papers, paper, ports.clock.now())
  return transactOnce(ports, asked, async (tx) => {
    const now = ports.clock.now()
    const quota = await tx.quota.consume(submitBucket(key), submitPolicy, now)
    if (!quota.allowed) return quotaExceeded(quota)
    const likeness = await likenessOf(tx.papers, paper, key)
    await tx.papers.add([
      {
        paper,
        state: 'pending',
        submittedBy: key.id,
        actor: `key:${key.id}`,
        at: now.toISOString(),
        checked: { assessment, session: null },
      },
    ])
    return { paper, likeness, quota }
  })
}

/** All that a submission would be checked for, without storing or counting it. */
export const rehearseSubmission = async (
  { store }: { store: Store },
  { paper, key }: { paper: PaperWithText; key: KeyRecord },
): Promise<{ likeness: DuplicateCandidate[] }> => {
  if ((await store.private.submissions.findWithoutHistory(paper.id)) !== null)
    throw new Failure('duplicate_id', `The id ${paper.id} was used before; choose another one.`)
  return { likeness: await likenessOf(store.private.papers, paper, key) }
}
