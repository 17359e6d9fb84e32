import type { FollowReader, FollowWriter } from '#ports/store/following.ts'
import type { Db } from '#store/rows.ts'
import type { TransactionContext } from '#store/sql/engine/engine.ts'
import { digestReader, digestWriter } from './digests.ts'
import { followReader, followWriter, requestReader, requestWriter } from './follows.ts'
import { matchWriter } from './matching.ts'

export const followingReader = (db: Db): FollowReader => ({
  ...followReader(db),
  ...requestReader(db),
  ...digestReader(db),
})

export const followingWriter = (scope: TransactionContext): FollowWriter => ({
  ...followWriter(scope.db),
  ...matchWriter(scope),
  ...digestWriter(scope),
  ...requestWriter(scope.db),
})
