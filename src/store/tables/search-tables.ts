/** The index of the search and of the ranking. */
export type SearchTables = {
  facet_tokens: { rank_key: number; tokens: string }
  ranked_segments: {
    segment: number
    papers: number
    size: number
    state: 'live' | 'building' | 'dead'
    merged_into: number | null
    done_to: string | null
  }
  passages: { seq: number; paper_seq: number; section: number; number: number; part: number; text: string }
  ranked_papers: { seq: number; words: Buffer }
  ranked_pages: { segment: number; term: string; entries: Buffer }
  ranked_blocks: { segment: number; term: string; block: number; postings: Buffer }
  spellings: { initial: string; size: number; word: string; papers: number }
}
