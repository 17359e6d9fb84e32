import { MAX_FILE_BYTES } from '#core/files.ts'
import { byteSize, groupedNumber } from '#core/numbers.ts'

/** Limits for reading a PDF. */
export const PDF_BOUNDS = {
  bytes: MAX_FILE_BYTES,
  milliseconds: 60_000,
  /** Resident memory, where the system reports it. */
  residentBytes: 512_000_000,
  /** The JavaScript heap, on every system. */
  heapMegabytes: 384,
  pages: 500,
  /** Characters of the whole text, as many as a full text may have. */
  signs: 5_000_000,
  /** A page of text has a few hundred. */
  itemsOfPage: 50_000,
  /** A document with fewer characters is considered scanned. */
  leastSigns: 40,
  /** Beyond this share of unknown characters, the fonts of a document are considered unreadable. */
  unreadableShare: 0.1,
} as const

/** Why a PDF cannot be read. */
export const pdfFaults = {
  encrypted: 'The PDF is protected by a password: save it without one, or import the record of the paper.',
  broken: 'The PDF is damaged or incomplete, so that no page can be read: download it again.',
  empty: 'The PDF has no pages.',
  scanned:
    'The PDF has no readable text; its pages may be scanned images: run text recognition (OCR) on it, or import the record of the paper.',
  unreadable:
    'The fonts of the PDF do not map to characters: run text recognition (OCR) on it, or import the record of the paper.',
  too_long: `The PDF has more than ${PDF_BOUNDS.pages} pages or ${groupedNumber(PDF_BOUNDS.signs)} characters: import the record of the paper instead.`,
  too_large: `The PDF is larger than ${byteSize(PDF_BOUNDS.bytes)}: import the record of the paper instead.`,
  too_slow: `Reading the PDF took more than ${PDF_BOUNDS.milliseconds / 1_000} seconds and was stopped: import the record of the paper instead.`,
  too_much_memory: `Reading the PDF took more than ${PDF_BOUNDS.residentBytes / 1_000_000} MB and was stopped: import the record of the paper instead.`,
} as const
export type PdfFaultCode = keyof typeof pdfFaults

/** Why a PDF was refused, in words for the sender. */
export class PdfFault extends Error {
  override readonly name = 'PdfFault'
  readonly code: PdfFaultCode

  constructor(code: PdfFaultCode) {
    super(pdfFaults[code])
    this.code = code
  }
}
