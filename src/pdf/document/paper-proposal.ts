/** What a PDF seems to say of the paper that it is. Whoever takes it over has looked at it. */
export type PaperProposal = {
  title: string | null
  authors: string[]
  year: number | null
  arxivId: string | null
  doi: string | null
  abstract: string | null
  /** A licence of Creative Commons, by its address or short name. */
  license: string | null
}
