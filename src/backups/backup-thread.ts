import { answerInParts } from '#threads/answer.ts'
import { drill } from './drill.ts'
import { type BackupOrder, makeBackup } from './make-backup.ts'
import type { BackupPart, BackupTask } from './open-backups.ts'

async function* work({ task, ...order }: BackupOrder & { task: BackupTask }): AsyncGenerator<BackupPart> {
  if (task === 'back up') yield* makeBackup(order)
  else yield { drilled: await drill(order) }
}

await answerInParts(work)
