import { Failure, validationFailure } from '#core/failure.ts'
import { MAX_FILE_BYTES } from './held-file.ts'

const HEADER = '%PDF-'
/** Where programs look for the end of a file: behind it some append a few bytes of their own. */
const TAIL_BYTES = 2_048
/** The dictionary that says how a file is encrypted is named beside its objects, never within one that is compressed. */
const ENCRYPTED = /\/Encrypt\s*(?:\d+\s+\d+\s+R\b|<<)/u
const LONGEST_ENCRYPTED = 64

const refused = (message: string): Failure => validationFailure([{ path: 'file', message }])

/** Looks through a PDF as it comes, without keeping it. */
export type PdfCheck = {
  /** Throws `invalid` for what is not a PDF, or one that is encrypted, and `too_large`, as soon as that is known. */
  push: (piece: Uint8Array) => void
  /** To be called after the last piece. Throws `invalid` for an empty file, and for one that is cut off. */
  end: () => void
}

export const pdfCheck = (maxBytes = MAX_FILE_BYTES): PdfCheck => {
  let bytes = 0
  let begin = ''
  let tail = ''
  const checkBegin = (): void => {
    if (!HEADER.startsWith(begin.slice(0, HEADER.length))) throw refused('is not a PDF: it does not begin with %PDF-')
  }
  return {
    push: (piece) => {
      bytes += piece.byteLength
      if (bytes > maxBytes)
        throw new Failure('too_large', `A file may have at most ${maxBytes} bytes; make it smaller and send it again.`)
      // One character a byte.
      const text = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString('latin1')
      if (begin.length < HEADER.length) {
        begin = (begin + text.slice(0, HEADER.length)).slice(0, HEADER.length)
        checkBegin()
      }
      if (ENCRYPTED.test(tail.slice(-LONGEST_ENCRYPTED) + text))
        throw refused('is encrypted: save it without a password and without restrictions, and send it again')
      tail = (tail + text.slice(-TAIL_BYTES)).slice(-TAIL_BYTES)
    },
    end: () => {
      if (bytes === 0) throw refused('is empty')
      if (begin !== HEADER) throw refused('is not a PDF: it does not begin with %PDF-')
      if (!tail.includes('startxref') || !tail.includes('%%EOF'))
        throw refused('is cut off or broken: the end of a PDF (startxref, %%EOF) is missing')
    },
  }
}
