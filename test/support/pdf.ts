import { PDFDocument, StandardFonts } from 'pdf-lib'
import type { PositionedText, TextItem, TextPage } from '#pdf/document.ts'

type Made = { title: string; authors: string; body: readonly string[]; pages?: number }

/** A PDF of one column: title, authors, abstract and text on each of its pages. */
export const madePdf = async ({ title, authors, body, pages = 1 }: Made): Promise<Uint8Array> => {
  const document = await PDFDocument.create()
  document.setCreationDate(new Date('2024-05-07T12:00:00Z'))
  const plain = await document.embedFont(StandardFonts.TimesRoman)
  const bold = await document.embedFont(StandardFonts.TimesRomanBold)
  for (let number = 0; number < pages; number += 1) {
    const page = document.addPage([612, 792])
    if (number === 0) {
      page.drawText(title, { x: 120, y: 700, size: 18, font: bold })
      page.drawText(authors, { x: 200, y: 670, size: 12, font: plain })
      page.drawText('Abstract', { x: 280, y: 640, size: 12, font: bold })
    }
    for (const [index, line] of body.entries())
      page.drawText(line, { x: 72, y: 615 - index * 12, size: 10, font: plain })
  }
  return document.save()
}

/** Pages with nothing on them, as a scanner makes them without text recognition. */
export const emptyPdf = async (pages: number): Promise<Uint8Array> => {
  const document = await PDFDocument.create()
  for (let number = 0; number < pages; number += 1) document.addPage()
  return document.save()
}

const joined = (objects: readonly string[], trailer: string): Uint8Array => {
  let text = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const at = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return at
  })
  const rows = places.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n${trailer}\nstartxref\n${text.length}\n%%EOF\n`
  return new TextEncoder().encode(text)
}

/** A PDF that asks for a password (PDF 1.4, 40 bits). */
export const encryptedPdf = (): Uint8Array =>
  joined(
    [
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]>>',
      `<</Filter/Standard/V 1/R 2/O<${'ab'.repeat(32)}>/U<${'cd'.repeat(32)}>/P -4>>`,
    ],
    '<</Size 5/Root 1 0 R/Encrypt 4 0 R/ID[<00><00>]>>',
  )

/** A PDF whose title has a sign of a font of icons beside it, which has the code of a letter. */
export const iconPdf = (): Uint8Array => {
  const content = [
    'BT /F1 18 Tf 72 700 Td (Checkpoints for Agents that Work) Tj ET',
    'BT /F2 18 Tf 345 700 Td (B) Tj ET',
    'BT /F1 11 Tf 72 670 Td (Ada Example and Bo Sample) Tj ET',
    'BT /F2 11 Tf 205 670 Td (B) Tj ET',
    'BT /F1 9 Tf 72 640 Td (Agents keep a plan of what they have done and of what remains.) Tj ET',
  ].join('\n')
  return joined(
    [
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R/F2 6 0 R>>>>>>',
      `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
      '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
      '<</Type/Font/Subtype/Type1/BaseFont/FontAwesome5Free-Solid>>',
    ],
    '<</Size 7/Root 1 0 R>>',
  )
}

/** Fonts of printed pages: 0 is plain, 1 bold, 2 italic. */
const fonts = [
  { isBold: false, isItalic: false },
  { isBold: true, isItalic: false },
  { isBold: false, isItalic: true },
]

type Print = { x?: number; y: number; size?: number; font?: number; leading?: number }

/** About what letters of Times take. */
const WIDTH = 0.45

/** Lines of text from a place downwards; a line that begins with spaces is indented by them. */
export const printed = (
  lines: readonly string[],
  { x = 72, y, size = 10, font = 0, leading = 12 }: Print,
): TextItem[] =>
  lines.map((line, index) => {
    const text = line.trimStart()
    const indent = (line.length - text.length) * WIDTH * size
    return { text, x: x + indent, y: y + index * leading, width: text.length * WIDTH * size, size, font }
  })

/** A page of letter size with items in the order in which they are written. */
export const page = (items: readonly TextItem[], sideways: string[] = []): TextPage => ({
  width: 612,
  height: 792,
  items: [...items],
  sideways,
})

export const positioned = (pages: TextPage[], info: Partial<PositionedText['info']> = {}): PositionedText => ({
  pages,
  fonts,
  info: { title: '', author: '', subject: '', created: '', ...info },
})

const WORDS =
  'agents keep a plan of what they have done and of what remains so that work which lasts for days survives a failure of any part'.split(
    ' ',
  )

/** Lines of one width with text that goes on, the last of them shorter: a paragraph whose first word is `first`. */
export const paragraph = (first: string, lines: number, width = 46): string[] => {
  const found: string[] = []
  let [line, at] = [first, first.length]
  while (found.length < lines) {
    const word = WORDS[at % WORDS.length] ?? ''
    at += 1
    if (line.length + word.length + 1 > width) {
      found.push(line.padEnd(width, '.').slice(0, Math.max(line.length, 1)))
      line = word
    } else line += ` ${word}`
  }
  return [...found.slice(0, -1), `${(found.at(-1) ?? '').slice(0, Math.floor(width / 2)).trimEnd()}.`]
}
