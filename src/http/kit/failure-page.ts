import { STATUS_CODES } from 'node:http'
import type { Failure } from '#core/failure.ts'
import { page, type Answer } from './answer.ts'
import { failureHeaders } from './failure-headers.ts'
import { statusOf } from './status.ts'
import { messagePage } from './layout.ts'

/** A failure as a page for people. */
export const presentFailurePage =
  (houseName: string) =>
  (failure: Failure): Answer => {
    const status = statusOf[failure.code]
    return page(
      status,
      messagePage({ houseName }, STATUS_CODES[status] ?? 'Error', failure.message),
      failureHeaders(failure),
    )
  }
