/** Names of the tables after all migrations; one that replaces another counts once. */
export const migratedTables = (steps: readonly { sql: string }[]): string[] => {
  const made = new Set<string>()
  for (const { sql } of steps) {
    for (const [, name = ''] of sql.matchAll(/CREATE (?:VIRTUAL )?TABLE (\w+)/gu)) made.add(name)
    for (const [, name = '', to = ''] of sql.matchAll(/ALTER TABLE (\w+) RENAME TO (\w+)/gu)) {
      made.delete(name)
      made.add(to)
    }
  }
  return [...made].toSorted()
}
