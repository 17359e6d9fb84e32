/** Something public and when it last changed, an instant in ISO 8601. */
export type Changed = { changedAt: string }

/** What crawlers list the corpus by: public papers in parts of at most 10,000, in the order of their storing. */
export type SitemapReader = {
  /** Parts that have public papers, in order. It costs a look-up for each part. */
  parts(): Promise<(Changed & { part: number })[]>
  /** Public papers of a part, those that changed longest ago first; none for a part that does not exist. */
  papers(part: number): Promise<(Changed & { id: string })[]>
}
