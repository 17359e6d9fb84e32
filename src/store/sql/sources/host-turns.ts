import type { SourceWriter } from '#ports/store/sources.ts'
import type { Db } from '#store/rows.ts'

const later = (one: string, other: string): string => (one > other ? one : other)

/** Turns at hosts that all processes share. A turn whose process was killed ends with its lease. */
export const hostTurns = (db: Db): Pick<SourceWriter, 'enterHost' | 'keepHost' | 'leaveHost'> => {
  const turn = (host: string, reader: string) =>
    db.updateTable('outbound_hosts').where('host', '=', host).where('reader', '=', reader)
  return {
    enterHost: async (host, { reader, at, until }) => {
      const row = await db.selectFrom('outbound_hosts').selectAll().where('host', '=', host).executeTakeFirst()
      if (row === undefined) {
        await db.insertInto('outbound_hosts').values({ host, reader, lease_until: until, not_before: at }).execute()
        return null
      }
      const isTaken = row.reader !== null && row.reader !== reader && row.lease_until !== null && row.lease_until > at
      const freeAt = isTaken ? later(row.lease_until ?? at, row.not_before) : row.not_before
      if (freeAt > at) return freeAt
      await db.updateTable('outbound_hosts').set({ reader, lease_until: until }).where('host', '=', host).execute()
      return null
    },
    keepHost: async (host, reader, until) => {
      await turn(host, reader).set({ lease_until: until }).execute()
    },
    leaveHost: async (host, reader, notBefore) => {
      await turn(host, reader).set({ reader: null, lease_until: null, not_before: notBefore }).execute()
    },
  }
}
