import type { PageUrls } from '#schemas/markdown/editorial-markdown.ts'
import { briefPath, conceptPath, gapPath, paperPath } from './addresses.ts'

/** Whole addresses of pages, for texts that are read elsewhere. */
export const pageUrls = (publicUrl: string): PageUrls => ({
  paper: (id) => `${publicUrl}${paperPath(id)}`,
  concept: (id) => `${publicUrl}${conceptPath(id)}`,
  gap: (id) => `${publicUrl}${gapPath(id)}`,
  brief: (id) => `${publicUrl}${briefPath(id)}`,
  chapter: (number) => `${publicUrl}/chapters/${number}`,
})
