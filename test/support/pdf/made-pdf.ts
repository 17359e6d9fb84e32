import { PDFDocument, StandardFonts } from 'pdf-lib'

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
