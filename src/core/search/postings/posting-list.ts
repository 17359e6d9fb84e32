import type { Posting } from '#core/search/ranking/postings.ts'

const FIRST_SIZE = 512

export type PostingList = {
  add(one: Posting): void
  clear(): void
  /** All that were added: a view, which holds until the next one is added. */
  view(): Float64Array
}

/** A list that is filled again for each word: an array for each would be garbage at once. */
export const postingList = (): PostingList => {
  let postings = new Float64Array(FIRST_SIZE)
  let length = 0
  return {
    add: (one) => {
      if (length === postings.length) {
        const grown = new Float64Array(length * 2)
        grown.set(postings)
        postings = grown
      }
      postings[length] = one
      length += 1
    },
    clear: () => {
      length = 0
    },
    view: () => postings.subarray(0, length),
  }
}
