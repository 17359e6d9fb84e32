import type { FilePermission, HeldFile, PaperFile } from '#core/files/held-file.ts'

/** A file on its way out, and the paper that it goes out for. */
export type SentFile = Pick<HeldFile, 'sha256' | 'bytes' | 'mediaType'> & { paperId: string }

export type PublicFileReader = {
  /** A file that anybody may get now: of a public paper whose licence, or an editor, allows it. Null for any other. */
  findOpen(sha256: string): Promise<SentFile | null>
}

/** What an editor sees of a paper's files. */
export type FilesOfPaper = {
  /** The newest first: that is the one which the paper's page and records name. */
  files: PaperFile[]
  permission: FilePermission | null
  license: string | null
}

/** A file with the papers that have it. */
export type ListedFile = HeldFile & { papers: string[] }

/** What all files come to; `unused` of them belong to nothing. */
export type FileUsage = { files: number; bytes: number; unused: number }

export type PrivateFileReader = {
  /** A file of a paper of any state; null where no paper has it. */
  findAny(sha256: string): Promise<SentFile | null>
  /** Throws `not_found`. */
  ofPaper(paperId: string): Promise<FilesOfPaper>
  /** In the order of their digests, after one; with the papers that have them. */
  list(after: string | null, limit: number): Promise<ListedFile[]>
  usage(): Promise<FileUsage>
}

export type FileWriter = {
  /**
   * Notes a file that is about to be kept, or that is there already; unused as long as nothing refers to it. Whether it is
   * new. Throws `unavailable` while it is being removed.
   */
  announce(file: Omit<HeldFile, 'unusedSince'>): Promise<boolean>
  /** Forgets a file that was announced and could not be kept, if nothing refers to it. */
  retract(sha256: string): Promise<void>
  /** Makes an announced file the newest of a paper. Throws `not_found` for the paper, `unavailable` for the file. */
  attach(paperId: string, file: Pick<PaperFile, 'sha256' | 'name' | 'addedAt' | 'addedBy'>): Promise<void>
  /** Takes a file away from a paper, which falls back to the one that came before. Throws `not_found` for either. */
  detach(paperId: string, sha256: string, at: string): Promise<void>
  /** Says whether files of a paper may be passed on; null leaves it to the licence. What was said before. */
  permit(paperId: string, permission: FilePermission | null, at: string): Promise<FilePermission | null>
  /** Notes since when files are unused, for those where that has changed. */
  noteUnused(now: string): Promise<void>
  /** At most so many files that have been unused since before an instant; from now on nothing may refer to them. */
  takeUnused(before: string, limit: number): Promise<string[]>
  /** Forgets a file that was taken by `takeUnused` and is removed. */
  forget(sha256: string): Promise<void>
}
