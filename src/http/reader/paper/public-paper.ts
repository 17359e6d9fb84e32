import { Failure } from '#core/failure.ts'
import { withFileAddress } from '#core/files/with-file-address.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import type { Store } from '#ports/store/store.ts'
import { HTML_TYPE, page, type Reply } from '#http/routing/reply.ts'
import { getPublicPaper } from '#queries/get-public-paper.ts'
import type { EarlierVersion } from './pages/earlier-version.ts'
import { retractedPage } from './pages/retracted.ts'

type Ports = { store: Store; houseName: string; publicUrl: () => string }

/** A retraction has a page of its own; every other failure has the usual page. */
const retractedReply = (houseName: string, id: string, failure: unknown): Reply => {
  if (!(failure instanceof Failure) || failure.code !== 'retracted') throw failure
  const { retractedAt = '', reason = '' } = failure.members
  const shown = retractedPage(houseName, { id, retractedAt: String(retractedAt), reason: String(reason) })
  return page(410, shown, { 'Cache-Control': 'no-store' })
}

/** Shows a paper that is public. Throws `not_found` and `merged`; for a retracted one it answers when and why. */
const withPublicPaper = async (
  { store, houseName, publicUrl }: Ports,
  id: string,
  show: (paper: PaperWithText) => Promise<Reply> | Reply,
): Promise<Reply> => {
  let paper: PaperWithText
  try {
    paper = withFileAddress(await getPublicPaper(store.public.papers, id), publicUrl())
  } catch (failure) {
    return retractedReply(houseName, id, failure)
  }
  return show(paper)
}

type AskedVersion = { id: string; version: number | null }

/** Shows a paper as it stands, or as an earlier public version had it. */
export const withPublicVersion = (
  ports: Ports,
  { id, version }: AskedVersion,
  show: (paper: PaperWithText, earlier: EarlierVersion | null) => Promise<Reply> | Reply,
): Promise<Reply> =>
  withPublicPaper(ports, id, async (paper) => {
    const { passages } = ports.store.public
    const current = version === null ? null : await passages.currentVersion(id)
    if (version === null || current === null || version === current) return show(paper, null)
    const earlier = await passages.findVersion(id, version)
    if (earlier === null) throw new Failure('not_found', `The paper ${id} has no public version ${version}.`)
    return show(earlier, { version, current })
  })

/** What may come of it besides the paper. */
export const paperFailures = {
  308: { description: 'The paper was a duplicate; Location names the one it is now.', type: HTML_TYPE },
  404: { description: 'No such paper, or not public.', type: HTML_TYPE },
  410: { description: 'The paper was retracted: when and why.', type: HTML_TYPE },
}
