import type { HeldFile } from '#core/files/held-file.ts'

/** Files that the library holds, and what they belong to. */
export type FileTables = {
  files: {
    sha256: string
    bytes: number
    media_type: HeldFile['mediaType']
    created_at: string
    created_by: string
    unused_since: string | null
    /** `removing`: nothing may refer to it any more. */
    state: 'held' | 'removing'
  }
  paper_files: {
    paper_seq: number
    sha256: string
    /** 1, 2, 3 as they came to the paper. */
    number: number
    name: string
    version: number
    added_at: string
    added_by: string
  }
}
