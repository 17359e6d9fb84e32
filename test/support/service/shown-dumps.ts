import type { Dump } from '#core/dump.ts'
import type { Dumps } from '#ports/dumps.ts'

const dump: Dump = {
  id: '20261122T100000000Z',
  seq: 1_234,
  madeAt: '2026-11-22T10:00:00.000Z',
  files: [
    {
      name: 'longview-20261122T100000000Z-records.jsonl.gz',
      content: 'records',
      bytes: 1_234_567,
      sha256: 'a1b2c3d4'.repeat(8),
      counts: { paper: 12_345, concept: 678, gap: 9, brief: 10, chapter: 7 },
      licenses: [],
    },
    {
      name: 'longview-20261122T100000000Z-texts.jsonl.gz',
      content: 'texts',
      bytes: 987_654_321,
      sha256: '09f8e7d6'.repeat(8),
      counts: { text: 4_321 },
      licenses: ['CC-BY-4.0', 'CC0-1.0'],
    },
  ],
}

/** Dumps for tests that look at their page. */
export const shownDumps: Dumps = {
  list: async () => [dump],
  read: async function* () {},
  textIds: async () => new Set(),
  make: async () => null,
  remove: async () => {},
  failure: async () => ({ at: '2026-11-22T11:00:00.000Z', message: 'ENOSPC: no space left on device, write' }),
}
