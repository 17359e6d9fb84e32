import type { Attack } from './attack.ts'
import { busyClients, busySearches } from './attacks/busy-clients.ts'
import { combiningMarks, explodingMarkdown } from './attacks/hostile-text.ts'
import { neverRead, neverReadSearches } from './attacks/never-read.ts'
import { pipelinedCached } from './attacks/pipelined-cached.ts'
import { pipelinedRequests } from './attacks/pipelined-requests.ts'
import { slowReaders } from './attacks/slow-readers.ts'

/** All attacks, in the order they run in. A new one is a file in attacks/ and a line here. */
export const attacks: readonly Attack[] = [
  pipelinedRequests,
  neverRead,
  neverReadSearches,
  pipelinedCached,
  busyClients,
  busySearches,
  slowReaders,
  explodingMarkdown,
  combiningMarks,
]
