import type { FilePermission, StoredFile, PaperFile } from '#core/files.ts'

/** A file to be served, and the paper it is served for. */
export type ServedFile = Pick<StoredFile, 'sha256' | 'bytes' | 'mediaType'> & { paperId: string }

export type PublicFileReader = {
  /** A file that anyone may download: of a public paper, allowed by its licence or an editor. Null otherwise. */
  findOpen(sha256: string): Promise<ServedFile | null>
}

export type FilesOfPaper = {
  /** Newest first: the paper's page and records link to the newest. */
  files: PaperFile[]
  permission: FilePermission | null
  license: string | null
}

/** A file with the ids of its papers. */
export type ListedFile = StoredFile & { papers: string[] }

/** Totals of all files; `unused` counts those that no paper has. */
export type FileUsage = { files: number; bytes: number; unused: number }

export type PrivateFileReader = {
  /** A file of a paper in any state; null if no paper has it. */
  findAny(sha256: string): Promise<ServedFile | null>
  /** Throws `not_found`. */
  getByPaper(paperId: string): Promise<FilesOfPaper>
  /** Ordered by digest, after the given one. */
  list(after: string | null, limit: number): Promise<ListedFile[]>
  usage(): Promise<FileUsage>
}

export type FileWriter = {
  /**
   * Records a file that is about to be stored or already is; it counts as unused until a paper refers to it. Returns
   * whether it is new. Throws `unavailable` while it is being removed.
   */
  announce(file: Omit<StoredFile, 'unusedSince'>): Promise<boolean>
  /** Deletes the record of a file that could not be stored, if nothing refers to it. */
  retract(sha256: string): Promise<void>
  /**
   * Makes an announced file the newest of a paper. Throws `not_found` if the paper does not exist, `unavailable` if the
   * file was not announced or is being removed.
   */
  attach(paperId: string, file: Pick<PaperFile, 'sha256' | 'name' | 'addedAt' | 'addedBy'>): Promise<void>
  /** Removes a file from a paper, which falls back to the previous one. Throws `not_found` for either. */
  detach(paperId: string, sha256: string, at: string): Promise<void>
  /** Sets whether files of a paper may be shared; null leaves it to the licence. Returns the previous setting. */
  permit(paperId: string, permission: FilePermission | null, at: string): Promise<FilePermission | null>
  /** Updates since when files are unused. */
  markUnused(now: string): Promise<void>
  /**
   * Marks files unused since before an instant for removal and returns at most `limit`; nothing may refer to them any
   * more.
   */
  claimUnused(before: string, limit: number): Promise<string[]>
  /** Deletes the record of a file that `claimUnused` returned and that has been removed. */
  forget(sha256: string): Promise<void>
}
