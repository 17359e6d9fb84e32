import type { PaperTerms } from '#core/search/paper-terms.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import type { Clock } from '#ports/clock.ts'
import type { NewPaper } from '#ports/store/papers.ts'
import type { Store, Transaction } from '#ports/store/store.ts'
import { assessPaper } from './assess-paper.ts'

/** One line that was read, with its number in the file. */
export type NumberedPaper = { line: number; paper: PaperWithText; words?: PaperTerms }
export type RefusedLine = { line: number; reason: string }
export type Ingested = { stored: number; unchanged: number; refused: RefusedLine[] }

const sameContent = (a: PaperWithText, b: PaperWithText): boolean =>
  (Object.keys(a) as (keyof PaperWithText)[]).every((field) => JSON.stringify(a[field]) === JSON.stringify(b[field]))

const isPending = async (tx: Transaction, id: string): Promise<boolean> =>
  (await tx.submissions.findWithoutHistory(id))?.state === 'pending'

/**
 * Stores a batch in one short transaction by the rules of a submission, for an operator: no quota, and accepted at
 * once if so asked, also one that waits for review. What is to be reviewed is checked like a submission; `session` names
 * what came together. A paper that is stored already is left as it is; a used id with other content is refused.
 */
export const ingestPapers = async (
  { store, clock }: { store: Store; clock: Clock },
  batch: readonly NumberedPaper[],
  { state, actor, session = null }: { state: NewPaper['state']; actor: string; session?: string | null },
): Promise<Ingested> => {
  const checks = new Map<PaperWithText, NewPaper['checked']>()
  if (state === 'pending')
    for (const { paper } of batch)
      checks.set(paper, { assessment: await assessPaper(store.private.papers, paper, clock.now()), session })
  return store.transact(async (tx) => {
    const at = clock.now().toISOString()
    const known = await tx.papers.findByIds(batch.map(({ paper }) => paper.id))
    const added: NewPaper[] = []
    const moved: string[] = []
    const result: Ingested = { stored: 0, unchanged: 0, refused: [] }
    for (const { line, paper, words: terms } of batch) {
      const before = known.get(paper.id)
      if (before === undefined) {
        known.set(paper.id, paper)
        added.push({ paper, terms, state, submittedBy: null, actor, at, checked: checks.get(paper) })
      } else if (!sameContent(paper, before))
        result.refused.push({ line, reason: `id: ${paper.id} is used by a paper with other content` })
      else if (state === 'accepted' && (await isPending(tx, paper.id))) {
        await tx.papers.transition(paper.id, { state, note: null, actor, at })
        moved.push(paper.id)
      } else result.unchanged += 1
    }
    if (added.length > 0) await tx.papers.add(added)
    const accepted = state === 'accepted' ? [...added.map(({ paper }) => paper.id), ...moved] : []
    if (accepted.length > 0)
      await tx.audit.record({ at, actor, act: 'papers.ingest', subject: 'papers', before: null, after: { accepted } })
    return { ...result, stored: moved.length + added.length }
  })
}
