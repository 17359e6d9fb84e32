import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EmbeddingFailure } from '#core/embedding.ts'
import type { Embedder } from '#ports/embedder.ts'
import { recordingLog, type LogLine } from '../../test/support/ports.ts'
import { forever, noTime } from '../../test/support/embeddings.ts'
import { questionVectors } from './question-vectors.ts'

type Asked = { question: string; model: string; answer: (vector: Int8Array<ArrayBuffer>) => void; fail: () => void }

/** An embedder whose answers the test gives. */
const scripted = () => {
  const asked: Asked[] = []
  const embedder: Embedder = {
    model: 'm',
    dimension: () => null,
    embed: ([question = ''], { model = 'm' }) => {
      const { promise, resolve, reject } = Promise.withResolvers<Int8Array<ArrayBuffer>[]>()
      const fail = (): void => reject(new EmbeddingFailure('endpoint', 'It failed.'))
      asked.push({ question, model, answer: (vector) => resolve([vector]), fail })
      return promise
    },
  }
  const logged: LogLine[] = []
  const signal = new AbortController().signal
  return { asked, logged, questions: questionVectors({ embedder, log: recordingLog(logged), signal }) }
}

const VECTOR = Int8Array.of(1, 2)

test('one request serves all who ask the same at the same time, and all who ask later', async () => {
  const { asked, questions } = scripted()
  const both = [questions.find('q', 'm', forever), questions.find('q', 'm', forever)]
  asked[0]?.answer(VECTOR)
  assert.deepEqual(await Promise.all(both), [VECTOR, VECTOR])
  assert.deepEqual(await questions.find('q', 'm', noTime), VECTOR)
  assert.equal(asked.length, 1)
  const other = questions.find('q', 'another model', forever)
  asked[1]?.answer(Int8Array.of(3))
  assert.deepEqual(await other, Int8Array.of(3))
})

test('who does not wait gets nothing, and the vector is there for the next', async () => {
  const { asked, questions } = scripted()
  assert.equal(await questions.find('q', 'm', noTime), null)
  const next = questions.find('q', 'm', forever)
  asked[0]?.answer(VECTOR)
  assert.deepEqual(await next, VECTOR)
  assert.equal(asked.length, 1)
})

test('no more than four wait; a fifth is answered at once', async () => {
  const { asked, questions } = scripted()
  const waiting = ['a', 'b', 'c', 'd'].map((question) => questions.find(question, 'm', forever))
  assert.equal(await questions.find('e', 'm', forever), null)
  assert.equal(asked.length, 4)
  for (const { answer } of asked) answer(VECTOR)
  await Promise.all(waiting)
  const fifth = questions.find('e', 'm', forever)
  asked[4]?.answer(VECTOR)
  assert.deepEqual(await fifth, VECTOR)
})

test('the oldest of five hundred vectors is forgotten', async () => {
  const { asked, questions } = scripted()
  const ask = async (question: string): Promise<void> => {
    const found = questions.find(question, 'm', forever)
    asked.at(-1)?.answer(VECTOR)
    await found
  }
  for (let number = 0; number <= 500; number += 1) await ask(`question ${number}`)
  assert.equal(asked.length, 501)
  await ask('question 500')
  assert.equal(asked.length, 501)
  await ask('question 0')
  assert.equal(asked.length, 502)
})

test('a failure is logged once, until the endpoint answers again', async () => {
  const { asked, logged, questions } = scripted()
  for (const question of ['a', 'b']) {
    const failing = questions.find(question, 'm', forever)
    asked.at(-1)?.fail()
    assert.equal(await failing, null)
  }
  const answered = questions.find('a', 'm', forever)
  asked.at(-1)?.answer(VECTOR)
  assert.deepEqual(await answered, VECTOR)
  assert.deepEqual(
    logged.map(({ level }) => level),
    ['warn', 'info'],
  )
  assert.equal(JSON.stringify(logged).includes('"a"'), false)
})

test('any other error is a defect, and is thrown', async () => {
  const embedder: Embedder = {
    model: 'm',
    dimension: () => null,
    embed: () => Promise.reject(new TypeError('defect')),
  }
  const questions = questionVectors({ embedder, log: recordingLog([]), signal: new AbortController().signal })
  await assert.rejects(questions.find('q', 'm', forever), /defect/u)
})
