import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { openSource } from '#maintenance/copy-side.ts'
import type { DumpOrder } from './open-dumps.ts'
import { writeDump } from './write-dump.ts'

// Linux takes this for the thread that calls; others would for the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

const { database, ...where } = workerData as DumpOrder
parentPort?.postMessage(await writeDump(() => openSource(database), where))
