import { brotliDecompressSync } from 'node:zlib'

/** How wide the letters of a font are, read from a WOFF2 file (W3C, WOFF File Format 2.0) of our own. */

export type FontWidths = {
  /** The width of a letter in em; null if the font lacks it. */
  of(codePoint: number): number | null
}

const HEADER_BYTES = 48
/** The tables that matter, by their numbers in the directory (section 4.1); a table of any other name has the last number. */
const KNOWN_TABLES: Readonly<Record<number, string>> = {
  0: 'cmap',
  1: 'head',
  2: 'hhea',
  3: 'hmtx',
  10: 'glyf',
  11: 'loca',
}
const OTHER_TABLE = 63
/** Version 3 of these is the untransformed one, version 0 of all others. */
const TRANSFORMED = new Set(['glyf', 'loca'])

/** The tables of a font as they are in a file that is not compressed. */
const readTables = (file: Buffer): Map<string, Buffer> => {
  if (file.toString('latin1', 0, 4) !== 'wOF2') throw new Error('This is not a WOFF2 file.')
  let at = HEADER_BYTES
  const number = (): number => {
    let value = 0
    for (;;) {
      const byte = file.readUInt8(at)
      at += 1
      value = value * 128 + (byte & 127)
      if (byte < 128) return value
    }
  }
  const directory = Array.from({ length: file.readUInt16BE(12) }, () => {
    const flags = file.readUInt8(at)
    at += 1
    if ((flags & OTHER_TABLE) === OTHER_TABLE) at += 4
    const tag = KNOWN_TABLES[flags & OTHER_TABLE] ?? ''
    const version = flags >> 6
    const length = number()
    const isTransformed = TRANSFORMED.has(tag) ? version !== 3 : version !== 0
    if (isTransformed && tag === 'hmtx')
      throw new Error('The widths of this font are transformed, which is not read here.')
    return { tag, length: isTransformed ? number() : length }
  })
  const data = brotliDecompressSync(file.subarray(at, at + file.readUInt32BE(20)))
  let start = 0
  return new Map(
    directory.map(({ tag, length }) => {
      start += length
      return [tag, data.subarray(start - length, start)]
    }),
  )
}

const tableOf = (tables: ReadonlyMap<string, Buffer>, tag: string): Buffer => {
  const table = tables.get(tag)
  if (table === undefined) throw new Error(`The font has no table ${tag}.`)
  return table
}

const UNICODE_TABLE = 12

/** The glyph of each code point, from the table with the whole of Unicode (OpenType, cmap format 12). */
const readGlyphs = (cmap: Buffer): Map<number, number> => {
  const glyphs = new Map<number, number>()
  const places = Array.from({ length: cmap.readUInt16BE(2) }, (_, index) => cmap.readUInt32BE(8 + index * 8))
  const place = places.find((offset) => cmap.readUInt16BE(offset) === UNICODE_TABLE)
  if (place === undefined) throw new Error('The font has no table of Unicode.')
  for (let group = 0; group < cmap.readUInt32BE(place + 12); group += 1) {
    const at = place + 16 + group * 12
    const [first, last, glyph] = [cmap.readUInt32BE(at), cmap.readUInt32BE(at + 4), cmap.readUInt32BE(at + 8)]
    for (let codePoint = first; codePoint <= last; codePoint += 1) glyphs.set(codePoint, glyph + codePoint - first)
  }
  return glyphs
}

export const readFontWidths = (file: Buffer): FontWidths => {
  const tables = readTables(file)
  const glyphs = readGlyphs(tableOf(tables, 'cmap'))
  const unitsPerEm = tableOf(tables, 'head').readUInt16BE(18)
  const measured = tableOf(tables, 'hhea').readUInt16BE(34)
  const widths = tableOf(tables, 'hmtx')
  return {
    of: (codePoint) => {
      const glyph = glyphs.get(codePoint)
      // Glyphs after the last measured one have its width.
      return glyph === undefined ? null : widths.readUInt16BE(Math.min(glyph, measured - 1) * 4) / unitsPerEm
    },
  }
}
