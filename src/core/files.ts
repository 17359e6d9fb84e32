import { openLicence } from '#core/papers/open-licence.ts'
import { Failure, validationFailure } from './failure.ts'
import { withIdentifiers } from '#core/papers/identifiers.ts'
import type { Paper } from '#core/papers/paper.ts'

const MEBIBYTE = 1_024 * 1_024

/** The largest file that is accepted. */
export const MAX_FILE_BYTES = 50 * MEBIBYTE
/** The default limit for all files together. */
export const DEFAULT_FILES_QUOTA_BYTES = 10 * 1_024 * MEBIBYTE
export const MAX_FILE_NAME_LENGTH = 200

/** Files are named by their SHA-256, hex. */
export const FILE_DIGEST = /^[\da-f]{64}$/u

export const PDF_TYPE = 'application/pdf'

/** A file stored in the library. */
export type StoredFile = {
  sha256: string
  bytes: number
  mediaType: typeof PDF_TYPE
  createdAt: string
  createdBy: string
  /** When the last reference to it went away; null while it is referenced. */
  unusedSince: string | null
}

/** A stored file attached to a paper. */
export type PaperFile = Pick<StoredFile, 'sha256' | 'bytes' | 'mediaType'> & {
  /** Its original file name. */
  name: string
  /** The version of the paper when the file was added. */
  version: number
  addedAt: string
  addedBy: string
}

/** An editor's decision on publishing a paper's files. Without one the licence decides. */
export const filePermissions = ['allowed', 'refused'] as const
export type FilePermission = (typeof filePermissions)[number]

/** Whether the files of a public paper may be served to anybody. */
export const maySendFiles = (permission: FilePermission | null, license: string | null): boolean =>
  permission === null ? openLicence(license) !== null : permission === 'allowed'

export const filePath = (sha256: string): string => `/files/${sha256}.pdf`

/** A safe file name: no folders or control characters, and limited in length. */
export const fileName = (given: string): string =>
  given
    .replaceAll(/\p{Cc}/gu, ' ')
    .replace(/^.*[/\\]/u, '')
    .trim()
    .slice(0, MAX_FILE_NAME_LENGTH) || 'paper.pdf'

const HEADER = '%PDF-'
/** Readers search the end marker in this much of the tail, since some programs append a few bytes after it. */
const TAIL_BYTES = 2_048
/** The encryption dictionary is referenced from the trailer, never from within a compressed object. */
const ENCRYPTED = /\/Encrypt\s*(?:\d+\s+\d+\s+R\b|<<)/u
const LONGEST_ENCRYPTED = 64

const refused = (message: string): Failure => validationFailure([{ path: 'file', message }])

/** Checks a PDF as a stream, without buffering it. */
export type PdfCheck = {
  /** Throws `invalid` for anything but an unencrypted PDF, and `too_large`, as soon as either is known. */
  push: (piece: Uint8Array) => void
  /** Call after the last piece. Throws `invalid` for an empty or truncated file. */
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
        throw new Failure('too_large', `A file may have at most ${maxBytes} bytes; please send a smaller one.`)
      // One character per byte.
      const text = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString('latin1')
      if (begin.length < HEADER.length) {
        begin = (begin + text.slice(0, HEADER.length)).slice(0, HEADER.length)
        checkBegin()
      }
      if (ENCRYPTED.test(tail.slice(-LONGEST_ENCRYPTED) + text))
        throw refused('is encrypted: save it without a password or restrictions and send it again')
      tail = (tail + text.slice(-TAIL_BYTES)).slice(-TAIL_BYTES)
    },
    end: () => {
      if (bytes === 0) throw refused('is empty')
      if (begin !== HEADER) throw refused('is not a PDF: it does not begin with %PDF-')
      if (!tail.includes('startxref') || !tail.includes('%%EOF'))
        throw refused('is truncated or damaged: the end of a PDF (startxref, %%EOF) is missing')
    },
  }
}

/**
 * A paper as the public sees it: where the library may serve its PDF, `storageUrl` is the address here. Identifiers found in
 * the original address are kept.
 *
 * @param publicUrl the base address of the library
 */
export const withFileAddress = <P extends Paper>(paper: P, publicUrl: string): P =>
  paper.openFile === undefined
    ? paper
    : { ...withIdentifiers(paper), storageUrl: `${publicUrl}${filePath(paper.openFile)}` }
