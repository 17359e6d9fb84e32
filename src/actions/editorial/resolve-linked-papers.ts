import { validationFailure } from '#core/failure.ts'
import type { PublicPaperReader } from '#ports/store/papers.ts'

type LinkedPapers = { wanted: readonly string[]; linked: readonly string[] }

/**
 * Ids that a gap may link: public papers, the paper that a merged one became, and any paper that is linked already.
 * Throws `invalid` naming all others.
 */
export const resolveLinkedPapers = async (
  papers: PublicPaperReader,
  { wanted, linked }: LinkedPapers,
): Promise<string[]> => {
  const ids = new Set<string>()
  const missing: string[] = []
  for (const id of wanted) {
    const found = await papers.find(id)
    if (found?.state === 'merged') ids.add(found.into)
    else if (found?.state === 'accepted' || linked.includes(id)) ids.add(id)
    else missing.push(id)
  }
  if (missing.length > 0)
    throw validationFailure([
      { path: 'papers', message: `must be public papers, and there is no public ${missing.join(', ')}` },
    ])
  return [...ids]
}
