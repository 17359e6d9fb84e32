import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { readDeadline } from './read-deadline.ts'

const KIB = 1_024

/** A request with a body, of which a client has sent so much. */
const requestOf = (headers: Record<string, string> = { 'content-length': '52428800' }) => {
  const socket = { bytesRead: 0 }
  const request = Object.assign(new PassThrough(), { headers, socket, complete: false })
  return { request: request as unknown as IncomingMessage & PassThrough, socket }
}

const watched = (isSlowAllowed: boolean, ...requests: IncomingMessage[]) => {
  const ended: IncomingMessage[] = []
  const deadline = readDeadline({ isSlowAllowed: () => isSlowAllowed, end: (request) => ended.push(request) })
  for (const request of requests) deadline.watch(request)
  return { ended, check: (seconds: number) => deadline.check(seconds * 1_000) }
}

test('a body has thirty seconds, whatever its pace', () => {
  const { request, socket } = requestOf()
  const { ended, check } = watched(false, request)
  for (let second = 0; second < 30; second += 1) {
    socket.bytesRead += 1_000 * KIB
    check(second)
  }
  assert.deepEqual(ended, [])
  check(30)
  assert.deepEqual(ended, [request])
})

test('one that may be slow goes on while it comes at a pace, and ends ten seconds after that', () => {
  const { request, socket } = requestOf()
  const { ended, check } = watched(true, request)
  for (let second = 0; second <= 600; second += 1) {
    socket.bytesRead += 16 * KIB
    check(second)
  }
  for (let second = 601; second < 610; second += 1) check(second)
  assert.deepEqual(ended, [])
  check(620)
  assert.deepEqual(ended, [request])
})

test('a client does not pay for our own slowness, nor for what it has sent whole', () => {
  const waiting = requestOf()
  waiting.request.write('not read yet')
  const whole = requestOf({ 'transfer-encoding': 'chunked' })
  const empty = requestOf({})
  const { ended, check } = watched(true, waiting.request, whole.request, empty.request)
  check(0)
  Object.assign(whole.request, { complete: true })
  for (let second = 1; second <= 100; second += 1) check(second)
  assert.deepEqual(ended, [])
})
