import { openSource } from '#maintenance/copy-corpus.ts'
import { answer } from '#threads/answer.ts'
import type { DumpOrder } from './open-dumps.ts'
import { writeDump } from './write-dump.ts'

await answer(({ database, ...where }: DumpOrder) => writeDump(() => openSource(database), where))
