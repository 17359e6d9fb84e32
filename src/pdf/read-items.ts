import { getDocument, InvalidPDFException, PasswordException, Util, type PDFDocumentProxy } from 'unpdf/pdfjs'
import type { DocumentInfo, FontStyle, PositionedText, TextItem, TextPage } from './document.ts'
import { mendSizes } from '#pdf/layout/fragment.ts'
import { PDF_BOUNDS, PdfFault } from './pdf-bounds.ts'

type ReadPage = Awaited<ReturnType<PDFDocumentProxy['getPage']>>
type Content = Awaited<ReturnType<ReadPage['getTextContent']>>
type Printed = Extract<Content['items'][number], { str: string }>

const BOLD = /bold|black|heavy|demi|medi(?!um)|semibold|bx\d|cmb|ssbx|-b(?:old)?$|\bbd\b/iu
/** Fonts of pictures, such as those of ORCID or a letter, whose codes are those of letters. */
const ICONS = /awesome|academicons|marvosym|wingding|webding|bbding|ifsym|icon|icomoon|fontello|material ?symbols/iu
const ITALIC = /ital|obli|slant|cmti|cmsl|-it?$/iu

/** Fonts by the names that the library gives them within a document. */
class FontNames {
  readonly styles: FontStyle[] = []
  readonly #numbers = new Map<string, number>()
  readonly #icons = new Set<string>()

  has(name: string): boolean {
    return this.#numbers.has(name)
  }

  add(name: string, realName: string): void {
    this.#numbers.set(name, this.styles.length)
    this.styles.push({ isBold: BOLD.test(realName), isItalic: ITALIC.test(realName) })
    if (ICONS.test(realName)) this.#icons.add(name)
  }

  /** Whether its characters are pictures. */
  isOfIcons(name: string): boolean {
    return this.#icons.has(name)
  }

  numberOf(name: string): number {
    return this.#numbers.get(name) ?? -1
  }
}

/** Learns the real names of fonts, which the library only knows once it has the drawing operators of a page. */
const learnFonts = async (page: ReadPage, names: ReadonlySet<string>, fonts: FontNames): Promise<void> => {
  const unknown = [...names].filter((name) => !fonts.has(name))
  if (unknown.length === 0) return
  await page.getOperatorList({ annotationMode: 0 })
  for (const name of unknown) {
    const font: unknown = page.commonObjs.has(name) ? page.commonObjs.get(name) : null
    const real: unknown = typeof font === 'object' && font !== null ? Reflect.get(font, 'name') : null
    fonts.add(name, typeof real === 'string' ? real : '')
  }
}

/** Glyphs that a font does not map to characters. */
const UNREADABLE = /[\p{Cc}\p{Co}\p{Cn}\ufffd]/gu
/** The tolerance for upright text. */
const SLANT = 0.02

const readPage = async (page: ReadPage, fonts: FontNames): Promise<TextPage> => {
  const { items } = await page.getTextContent()
  const printed = items.filter((item): item is Printed => 'str' in item)
  await learnFonts(page, new Set(printed.map(({ fontName }) => fontName)), fonts)
  const { width, height, transform } = page.getViewport({ scale: 1 })
  const found: TextItem[] = []
  const sideways: string[] = []
  for (const item of printed) {
    const [a = 0, b = 0, c = 0, d = 0, x = 0, y = 0] = Util.transform(transform, item.transform) as number[]
    const size = Math.hypot(c, d)
    if (item.str === '' || !(size > 0.5) || !Number.isFinite(x + y + item.width)) continue
    if (fonts.isOfIcons(item.fontName)) continue
    if (Math.abs(b) > SLANT * Math.abs(a) || a < 0) sideways.push(item.str)
    else if (x > -width && x < 2 * width && y > -height && y < 2 * height)
      found.push({ text: item.str, x, y, width: item.width, size, font: fonts.numberOf(item.fontName) })
  }
  return { width, height, items: found, sideways }
}

const textIn = (info: object, name: string): string => {
  const value: unknown = Reflect.get(info, name)
  return typeof value === 'string' ? value.slice(0, 2_000) : ''
}

const infoOf = async (document: PDFDocumentProxy): Promise<DocumentInfo> => {
  const { info } = await document.getMetadata().catch(() => ({ info: {} }))
  return {
    title: textIn(info, 'Title'),
    author: textIn(info, 'Author'),
    subject: textIn(info, 'Subject'),
    created: textIn(info, 'CreationDate'),
  }
}

const open = async (bytes: Uint8Array): Promise<PDFDocumentProxy> => {
  try {
    return await getDocument({
      data: bytes,
      useSystemFonts: false,
      disableFontFace: true,
      useWorkerFetch: false,
      useWasm: false,
      enableXfa: false,
      // Images are not decoded at all.
      maxImageSize: 1,
      verbosity: 0,
    }).promise
  } catch (error) {
    if (error instanceof PasswordException) throw new PdfFault('encrypted')
    if (error instanceof InvalidPDFException) throw new PdfFault('broken')
    throw error
  }
}

/** The positioned text of a PDF. Throws a `PdfFault` for a file without readable text. */
export const readItems = async (bytes: Uint8Array): Promise<PositionedText> => {
  const document = await open(bytes)
  if (document.numPages > PDF_BOUNDS.pages) throw new PdfFault('too_long')
  const fonts = new FontNames()
  const pages: TextPage[] = []
  let [signs, unreadable] = [0, 0]
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number)
    const read = await readPage(page, fonts)
    for (const { text } of read.items) {
      signs += text.length
      unreadable += text.match(UNREADABLE)?.length ?? 0
    }
    if (signs > PDF_BOUNDS.signs || read.items.length > PDF_BOUNDS.itemsOfPage) throw new PdfFault('too_long')
    pages.push(read)
    page.cleanup()
  }
  mendSizes(pages)
  if (signs < PDF_BOUNDS.leastSigns) throw new PdfFault(document.numPages === 0 ? 'empty' : 'scanned')
  if (unreadable > PDF_BOUNDS.unreadableShare * signs) throw new PdfFault('unreadable')
  return { pages, fonts: fonts.styles, info: await infoOf(document) }
}
