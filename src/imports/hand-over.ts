/** What a thread hands to another one: the compressed record is the only part that is not cloned as it is. */
type WithSource = { source: { record: Uint8Array } }

const hasSource = (record: object): record is WithSource => 'source' in record

/**
 * A checked record, ready for another thread. Its bytes get a buffer of their own: a message takes the whole buffer that they lie
 * in, and small ones share theirs with others.
 */
export const handOver = <T extends object>(record: T): T =>
  hasSource(record) ? { ...record, source: { ...record.source, record: new Uint8Array(record.source.record) } } : record

/** A checked record as it came from another thread, with its bytes as the store takes them. */
export const takeOver = <T extends object>(record: T): T => {
  if (!hasSource(record)) return record
  const { buffer, byteOffset, byteLength } = record.source.record
  return { ...record, source: { ...record.source, record: Buffer.from(buffer, byteOffset, byteLength) } }
}

/** Records that one message brings: taking more at once keeps the thread that gets them from everybody else. */
const MOST_AT_ONCE = 100

/** The parts of a list of records, each small enough for one message. An empty list has none. */
export function* inMessages<T>(records: readonly T[]): Generator<T[]> {
  for (let from = 0; from < records.length; from += MOST_AT_ONCE) yield records.slice(from, from + MOST_AT_ONCE)
}
