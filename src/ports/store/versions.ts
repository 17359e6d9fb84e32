import type { PaperVersion, VersionInfo } from '#core/papers/paper-version.ts'

/**
 * What papers said before each change. Versions are kept from the first change on: of a paper that never changed, the
 * one version is the paper itself. Every `tx.papers.revise` keeps one.
 */
export type VersionReader = {
  /** Newest first, the present one among them; empty for an id that was never used. */
  list(id: string): Promise<VersionInfo[]>
  /** Null where the paper has no such version. */
  find(id: string, version: number): Promise<PaperVersion | null>
}
