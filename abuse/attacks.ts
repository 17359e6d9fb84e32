import type { Attack } from './attack.ts'
import { busyClients, busySearches } from './attacks/busy-clients.ts'
import { combiningMarks, explodingMarkdown } from './attacks/hostile-text.ts'
import { hostileImports } from './attacks/hostile-imports.ts'
import { neverRead, neverReadSearches, pipelinedCached, pipelinedRequests } from './attacks/never-read.ts'
import { slowReaders } from './attacks/slow-readers.ts'

/** All attacks, in the order they run in. A new one stands in a file of attacks/ and is a line here. */
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
  hostileImports,
]
