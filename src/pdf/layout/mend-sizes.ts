import type { TextPage } from '#pdf/document/positioned-text.ts'

/** Letters are about half as wide as they are high; of fonts made of pictures (Type 3) the file need not tell the height. */
const USUAL_WIDTH = 0.5
const LEAST_WIDTH = 0.15

/** Gives the letters of fonts whose size cannot be true the size that their widths tell. Changes the items. */
export const mendSizes = (pages: readonly TextPage[]): void => {
  const widths = new Map<number, { width: number; signs: number }>()
  for (const { items } of pages)
    for (const { font, width, size, text } of items) {
      const seen = widths.get(font) ?? { width: 0, signs: 0 }
      widths.set(font, { width: seen.width + width / size, signs: seen.signs + text.length })
    }
  for (const { items } of pages)
    for (const item of items) {
      const { width, signs } = widths.get(item.font) ?? { width: 1, signs: 1 }
      if (width < LEAST_WIDTH * signs) item.size *= width / signs / USUAL_WIDTH
    }
}
