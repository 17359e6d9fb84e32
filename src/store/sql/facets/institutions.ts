import { textKey } from '#core/text/tokenize.ts'
import type { Db } from '#store/rows.ts'
import type { TransactionContext } from '#store/sql/engine/engine.ts'
import { insertRows } from '#store/sql/engine/insert-rows.ts'
import { paddedKeys } from '#store/sql/engine/padded-keys.ts'

const KEYS_AT_ONCE = 200

const findInstitutionSeqs = async (db: Db, keys: readonly string[]): Promise<[string, number][]> => {
  const rows = await db
    .selectFrom('institutions')
    .select(['name_key', 'seq'])
    .where('name_key', 'in', paddedKeys(keys))
    .execute()
  return rows.map(({ name_key, seq }) => [name_key, seq])
}

/** The number of the institution that goes by this name, however it is written; null for an unknown one. */
export const findInstitution = async (db: Db, name: string): Promise<number | null> =>
  (await findInstitutionSeqs(db, [textKey(name)]))[0]?.[1] ?? null

/** Numbers of institutions by the keys of their names; names that differ only in case, marks or hyphens are one. */
export const ensureInstitutions = async (
  scope: Pick<TransactionContext, 'db' | 'engine'>,
  names: readonly string[],
): Promise<Map<string, number>> => {
  const { db } = scope
  const byKey = new Map(names.toReversed().map((name) => [textKey(name), name]))
  const keys = [...byKey.keys()].toSorted()
  const numbers = new Map<string, number>()
  for (let first = 0; first < keys.length; first += KEYS_AT_ONCE) {
    const some = keys.slice(first, first + KEYS_AT_ONCE)
    for (const [key, seq] of await findInstitutionSeqs(db, some)) numbers.set(key, seq)
    const added = some.filter((key) => !numbers.has(key)).map((key) => ({ name_key: key, name: byKey.get(key) ?? key }))
    if (added.length === 0) continue
    await insertRows(scope, 'institutions', added)
    const keysAdded = added.map(({ name_key }) => name_key)
    for (const [key, seq] of await findInstitutionSeqs(db, keysAdded)) numbers.set(key, seq)
  }
  return numbers
}
