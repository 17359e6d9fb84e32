/** What a test process says to the one that hands out files, and what it is given. */

export type Asked = {
  /** The file that has ended, its name and how long it took; null before the first. */
  ended: { file: string; seconds: number } | null
}

export type Given = { file: string | null }
