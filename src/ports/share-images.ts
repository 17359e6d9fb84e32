/** What a picture of a page shows where somebody shares its address. */
export type ShareImage = {
  houseName: string
  /** What the page is: `Paper`, `Weekly brief`. */
  kind: string
  /** Plain text, formulas in signs of Unicode. */
  title: string
  /** Further words, most important first: authors, year. */
  facts: readonly string[]
  /** The colour of the house, as `#a1421c`. */
  accent: string
}

export const SHARE_IMAGE_WIDTH = 1_200
export const SHARE_IMAGE_HEIGHT = 630

export type ShareImages = {
  /** Increased whenever the picture of anything changes. */
  version: number
  /** Draws a PNG of 1,200 × 630 in another process. Throws `unavailable` when too many pictures are waiting, or if drawing fails. */
  draw(image: ShareImage): Promise<Buffer>
}
