import { readFile } from 'node:fs/promises'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { answer } from '#threads/answer.ts'
import { readFontWidths } from './font-widths.ts'
import { layOut } from './lay-out.ts'
import type { ShareImage } from '#ports/share-images.ts'

/** A picture waits for pages, never the other way round. */
const NICENESS = 10

/** With their licence. */
const FONTS = new URL('./fonts/', import.meta.url)

const [renderer, regular, semibold] = await Promise.all([
  readFile(new URL('../../node_modules/@resvg/resvg-wasm/index_bg.wasm', import.meta.url)),
  readFile(new URL('source-serif-4-400.woff2', FONTS)),
  readFile(new URL('source-serif-4-600.woff2', FONTS)),
])
await initWasm(renderer)
const fonts = { 400: readFontWidths(regular), 600: readFontWidths(semibold) }
const options = { font: { fontBuffers: [regular, semibold], defaultFontFamily: 'Source Serif 4' } }

/** Draws each picture. What the renderer allocates outside of JavaScript is freed at once. */
await answer(
  (image: ShareImage): Uint8Array => {
    const drawing = new Resvg(layOut(image, fonts), options)
    const rendered = drawing.render()
    const png = rendered.asPng()
    rendered.free()
    drawing.free()
    return png
  },
  { niceness: NICENESS },
)
