import { byteSize } from '#core/numbers/byte-size.ts'
import { groupedNumber } from '#core/numbers/grouped-number.ts'
import { PDF_BOUNDS } from './pdf-bounds.ts'

/** Why a PDF gives no text. The file itself stays as it is. */
export const pdfFaults = {
  encrypted: 'The PDF is protected by a password: save it without one, or import the record of the paper.',
  broken: 'The PDF is damaged or cut off, so that no page can be read: get it again from where it came.',
  empty: 'The PDF has no pages.',
  scanned:
    'The PDF has no text that can be read, as if its pages were pictures: run text recognition (OCR) over it, or import the record of the paper.',
  unreadable:
    'The fonts of the PDF do not tell which letters they print: run text recognition (OCR) over it, or import the record of the paper.',
  too_long: `The PDF has more than ${PDF_BOUNDS.pages} pages or ${groupedNumber(PDF_BOUNDS.signs)} characters: import the record of the paper instead.`,
  too_large: `The PDF is larger than ${byteSize(PDF_BOUNDS.bytes)}: import the record of the paper instead.`,
  too_slow: `Reading the PDF took more than ${PDF_BOUNDS.milliseconds / 1_000} seconds and was given up: import the record of the paper instead.`,
  too_much_memory: `Reading the PDF took more than ${PDF_BOUNDS.residentBytes / 1_000_000} MB and was given up: import the record of the paper instead.`,
} as const
export type PdfFaultCode = keyof typeof pdfFaults

/** A finding about a file, in words for whoever sent it. */
export class PdfFault extends Error {
  override readonly name = 'PdfFault'
  readonly code: PdfFaultCode

  constructor(code: PdfFaultCode) {
    super(pdfFaults[code])
    this.code = code
  }
}
