import type { MarkdownRenderer } from '#ports/markdown-renderer.ts'
import type { Store } from '#ports/store/store.ts'
import type { ConceptTrends } from '#queries/concept-trends.ts'
import type { Cursors } from '#http/paging/signed-cursors.ts'

/** What the pages of concepts, gaps and briefs need from outside. */
export type Ports = {
  store: Store
  markdown: MarkdownRenderer
  conceptTrends: ConceptTrends
  cursors: Cursors
  houseName: string
  publicUrl: () => string
  websubHub: string | null
}

export const siteOf = ({ houseName, publicUrl }: Ports) => ({ houseName, publicUrl: publicUrl() })
