import type { Attack } from './attack.ts'
import { busyClients, busySearches } from './attacks/busy-clients.ts'
import { explodingImports, hostileImports, slowImports, trickledImports } from './attacks/hostile-imports.ts'
import { acceptedLongTexts, readLongTexts } from './attacks/long-texts.ts'
import { combiningMarks, explodingMarkdown, largeSubmissions } from './attacks/hostile-text.ts'
import { costlyBatches, costlyBodies, costlyReferences } from './attacks/long-work.ts'
import { neverRead, neverReadSearches, pipelinedCached, pipelinedRequests } from './attacks/never-read.ts'
import { slowReaders } from './attacks/slow-readers.ts'

/** All attacks, in the order they run in. To add one, write a file in attacks/ and list it here. */
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
  explodingImports,
  slowImports,
  trickledImports,
  acceptedLongTexts,
  readLongTexts,
  largeSubmissions,
  costlyReferences,
  costlyBatches,
  costlyBodies,
]
