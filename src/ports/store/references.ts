import type { KnownPaper } from '#core/references/match-reference.ts'
import type { Identifiers } from '#core/papers/identifiers.ts'

export type ReferenceReader = {
  /**
   * Papers that are public, or were until they were retracted, with one of the identifiers or titles; for a merged
   * duplicate the paper that took it in. At most 20.
   */
  find(named: Identifiers & { titleKeys: readonly string[] }): Promise<KnownPaper[]>
}
