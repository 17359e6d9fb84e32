import { html, type Html } from '#html.ts'
import { paperPath } from '#http/reader/addresses.ts'
import { dateElement } from '#http/reader/dates.ts'
import { layout } from '#http/pages/layout.ts'
import type { PublicProvenance } from '#core/assessment/provenance.ts'
import { Failure } from '#core/failure.ts'
import { withFileAddress } from '#core/files.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import type { Store } from '#ports/store/store.ts'
import { HTML_TYPE, page, type Reply } from '#http/routing/reply.ts'
import { turnAfter } from '#http/routing/turns.ts'
import { getPublicPaper } from '#queries/public-papers.ts'
import type { LiveSite } from '#ports/site.ts'

/** A version of a paper that is not the current one. */
export type EarlierVersion = { version: number; current: number }

/** Says that the version is not current, with a link to the one that is. */
export const earlierVersionNotice = (id: string, earlier: EarlierVersion | null): Html | false =>
  earlier !== null &&
  html`<p class="notice" role="note">This is version ${earlier.version} of the paper, as it was public. <a href="${paperPath(id)}">Version ${earlier.current} is the current one.</a></p>`

/** The query parameters that name the version. */
export const versionQuery = (earlier: EarlierVersion | null): Record<string, string> =>
  earlier === null ? {} : { version: String(earlier.version) }

/** An address of a paper with the parameter that names the version. */
export const withVersion = (path: string, earlier: EarlierVersion | null): string => {
  const query = new URLSearchParams(versionQuery(earlier)).toString()
  return query === '' ? path : `${path}?${query}`
}

/** The page of a retracted paper: only when and why, as in the APIs. */
const retractedPage = (
  site: LiveSite,
  { id, retractedAt, reason }: { id: string; retractedAt: string; reason: string },
): Html =>
  layout({
    title: 'Retracted paper',
    site,
    activePath: '/papers',
    body: html`<h1>Retracted paper</h1>
      <div class="notice bad">
        <p><strong>The paper ${id} was retracted on ${dateElement(retractedAt)}.</strong></p>
        <p dir="auto">${reason}</p>
      </div>
      <p>Its content is no longer part of the library. <a href="/papers">Look for other papers</a>.</p>`,
  })

type Ports = { store: Store; site: LiveSite; publicUrl: () => string }

/** The page of a retraction; rethrows every other failure. */
const retractedReply = (site: LiveSite, id: string, failure: unknown): Reply => {
  if (!(failure instanceof Failure) || failure.code !== 'retracted') throw failure
  const { retractedAt = '', reason = '' } = failure.members
  const shown = retractedPage(site, { id, retractedAt: String(retractedAt), reason: String(reason) })
  return page(410, shown, { 'Cache-Control': 'no-store' })
}

/** Shows a public paper, or for a retracted one when and why. Throws `not_found` and `merged`. */
const withPublicPaper = async (
  { store, site, publicUrl }: Ports,
  id: string,
  show: (paper: PaperWithText) => Promise<Reply> | Reply,
): Promise<Reply> => {
  let paper: PaperWithText
  try {
    paper = withFileAddress(await getPublicPaper(store.public.papers, id), publicUrl())
  } catch (failure) {
    return retractedReply(site, id, failure)
  }
  await turnAfter(paper.fullText)
  return show(paper)
}

type RequestedVersion = { id: string; version: number | null }

/** Shows the current version of a paper, or an earlier public one. Throws `not_found` and `merged`. */
export const withPublicVersion = (
  ports: Ports,
  { id, version }: RequestedVersion,
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

/** Who gave the values of the current version; nothing is said of earlier ones. */
export const provenanceOfShown = async (
  { store }: Pick<Ports, 'store'>,
  id: string,
  earlier: EarlierVersion | null,
): Promise<PublicProvenance> => (earlier === null ? ((await store.public.papers.provenance([id])).get(id) ?? {}) : {})

/** The other responses of a route that shows a paper. */
export const paperFailures = {
  308: {
    description: 'The paper was merged as a duplicate; Location names the paper to use instead.',
    type: HTML_TYPE,
  },
  404: { description: 'No such paper, or not public.', type: HTML_TYPE },
  410: { description: 'The paper was retracted: when and why.', type: HTML_TYPE },
}
