import assert from 'node:assert/strict'
import { jsonOf } from '../service/read-responses.ts'
import type { TestService } from '../service/test-service.ts'

/** The response to a submission, contract 3.1. */
export type Submitted = {
  id: string
  statusUrl: string
  possibleDuplicates: { id: string; title: string; match: string }[]
  ignored: string[]
}

/** A submission as its submitter sees it. */
export type Shown = { id: string; status: string; version: number; note?: string; history: Record<string, string>[] }

export type One = { success: boolean; submission: Shown }

/** The states that a submission gets into by review. */
export const states = ['pending', 'changes_requested', 'accepted', 'rejected', 'withdrawn', 'retracted'] as const

/** The submission as it is shown under this key. */
export const show = async (service: TestService, key: string, id: string): Promise<Shown> => {
  const response = await service.get(`/api/submissions/${id}`, { 'x-api-key': key })
  assert.equal(response.status, 200)
  return (await jsonOf<One>(response)).submission
}
