import { sql, type RawBuilder } from 'kysely'

/**
 * The version that brought the text which a version of `papers` has; null for the present one. Saved versions tell; a
 * paper without any is still its first.
 */
export const textVersionOf = (version: number | null): RawBuilder<number> => {
  const upTo = version === null ? sql`` : sql` and paper_versions.version = ${version}`
  return sql<number>`coalesce((
    select text_version from paper_versions where paper_versions.paper_seq = papers.seq${upTo}
    order by paper_versions.version desc limit 1
  ), papers.version)`
}
