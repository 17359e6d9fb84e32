import { openLicence } from '#core/papers/licences/open-licence.ts'

const MEBIBYTE = 1_024 * 1_024

/** The largest file that is taken. */
export const MAX_FILE_BYTES = 50 * MEBIBYTE
/** What all files together may take unless the operator says otherwise. */
export const DEFAULT_FILES_QUOTA_BYTES = 10 * 1_024 * MEBIBYTE
export const MAX_FILE_NAME_LENGTH = 200

/** The SHA-256 of a file in hexadecimal digits: its name here. */
export const FILE_DIGEST = /^[\da-f]{64}$/u

export const PDF_TYPE = 'application/pdf'

/** A file that the library holds. */
export type HeldFile = {
  sha256: string
  bytes: number
  mediaType: typeof PDF_TYPE
  createdAt: string
  createdBy: string
  /** Since when nothing refers to it; null while something does. */
  unusedSince: string | null
}

/** A file as one of a paper. */
export type PaperFile = Pick<HeldFile, 'sha256' | 'bytes' | 'mediaType'> & {
  /** What it was called where it came from. */
  name: string
  /** The version that the paper had when the file came. */
  version: number
  addedAt: string
  addedBy: string
}

/** What an editor says of passing on a paper's files: they may be, they may not be. Without a word the licence decides. */
export const filePermissions = ['allowed', 'refused'] as const
export type FilePermission = (typeof filePermissions)[number]

/** Whether anybody may get the files of a public paper. */
export const maySendFiles = (permission: FilePermission | null, license: string | null): boolean =>
  permission === null ? openLicence(license) !== null : permission === 'allowed'

/** Where a file is served. */
export const filePath = (sha256: string): string => `/files/${sha256}.pdf`

/** A line of text as the name of a file: without folders and control characters, and not too long. */
export const fileName = (given: string): string =>
  given
    .replaceAll(/\p{Cc}/gu, ' ')
    .replace(/^.*[/\\]/u, '')
    .trim()
    .slice(0, MAX_FILE_NAME_LENGTH) || 'paper.pdf'
