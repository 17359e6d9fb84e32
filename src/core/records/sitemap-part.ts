/** Addresses in one part of a sitemap; a file may have 50,000 (sitemaps.org). */
export const SITEMAP_PART_SIZE = 10_000
