import type { PaperReference } from '#core/papers/paper-reference.ts'
import type { Paper } from '#core/papers/paper.ts'
import type { PublicPaperReader } from '#ports/store/papers.ts'

/** What came of many references: papers in the order in which they were first asked for, and why others are not there. */
export type ResolvedPapers = {
  papers: Paper[]
  /** References by their place in the request. */
  missing: { index: number; reason: 'not_found' | 'retracted' }[]
  /** Papers that were asked for by an id that leads to another paper now. */
  redirects: { from: string; to: string }[]
}

/** The public papers that references mean; duplicates that were merged are the papers they were merged into. */
export const resolvePublicPapers = async (
  reader: Pick<PublicPaperReader, 'resolve'>,
  references: readonly PaperReference[],
): Promise<ResolvedPapers> => {
  const first = await reader.resolve(references)
  const redirects = first.flatMap((found) => (found?.state === 'merged' ? [{ from: found.id, to: found.into }] : []))
  const targets = await reader.resolve(redirects.map(({ to }) => ({ by: 'id', value: to })))
  const merged = new Map(redirects.map(({ from }, index) => [from, targets[index] ?? null]))
  const papers = new Map<string, Paper>()
  const missing: ResolvedPapers['missing'] = []
  for (const [index, found] of first.entries()) {
    const met = found?.state === 'merged' ? (merged.get(found.id) ?? null) : found
    if (met?.state === 'accepted') papers.set(met.paper.id, met.paper)
    else missing.push({ index, reason: met?.state === 'retracted' ? 'retracted' : 'not_found' })
  }
  return { papers: [...papers.values()], missing, redirects }
}
