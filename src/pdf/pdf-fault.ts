/** Why a PDF gives no text. The file itself stays as it is. */
export const pdfFaults = {
  encrypted: 'The PDF is protected by a password: save it without one, or import the record of the paper.',
  broken: 'The PDF is damaged or cut off, so that no page can be read: get it again from where it came.',
  empty: 'The PDF has no pages.',
  scanned:
    'The PDF has no text, only pictures of pages: run text recognition (OCR) over it, or import the record of the paper.',
  unreadable:
    'The fonts of the PDF do not tell which letters they print: run text recognition (OCR) over it, or import the record of the paper.',
  too_long: 'The PDF has more than 500 pages or 5,000,000 characters: import the record of the paper instead.',
  too_large: 'The PDF is larger than 50 MB: import the record of the paper instead.',
  too_slow: 'Reading the PDF took more than 60 seconds and was given up: import the record of the paper instead.',
  too_much_memory: 'Reading the PDF took more than 512 MB and was given up: import the record of the paper instead.',
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
