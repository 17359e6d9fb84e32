import assert from 'node:assert/strict'
import { test } from 'node:test'
import { alikeWords, isPlainWord } from './plain-words.ts'
import { stem, tokenize } from './tokenize.ts'

const alike = (text: string): Record<string, string[]> => {
  const words = tokenize(text).flatMap(({ parts }) => parts.map(({ token }) => token))
  return Object.fromEntries(
    alikeWords(words, new Set(words)).map(({ term, of }) => [term, of.map((said) => said.join(' '))]),
  )
}

test('a plain word leads to the terms that papers use, in any of its forms', () => {
  assert.deepEqual(alike('a blunder'), { mistak: ['blunder'], failur: ['blunder'], error: ['blunder'] })
  assert.deepEqual(Object.keys(alike('kidneys')), [stem('renal')])
  assert.deepEqual(alike('zebra'), {})
})

test('a word that papers use leads back only where both mean the same', () => {
  assert.deepEqual(Object.keys(alike('therapy')), [stem('treatment')])
  assert.deepEqual(alike('renal'), {})
})

test('a phrase leads to terms that its words alone do not lead to', () => {
  assert.deepEqual(alike('a rule of thumb')[stem('heuristic')], [`${stem('rule')} of ${stem('thumb')}`])
  assert.equal(alike('a rule of the thumb')[stem('heuristic')], undefined)
})

test('a word of two senses leads to the terms of both', () => {
  assert.ok(stem('skill') in alike('tricks') && stem('deception') in alike('tricks'))
  assert.ok(!(stem('skill') in alike('lies')))
})

test('learning from something is about experience and lessons', () => {
  assert.deepEqual(Object.keys(alike('learn from')), ['experience', 'lesson', 'feedback', 'reflection'].map(stem))
  assert.deepEqual(alike('learn a language')[stem('lesson')], undefined)
})

test('words on either side are known to be spelt right', () => {
  for (const word of ['blunder', 'error', 'thumb']) assert.ok(isPlainWord(stem(word)), word)
  assert.ok(!isPlainWord('blundr'))
})

test('words without meaning of their own count only in phrases', () => {
  assert.deepEqual(alikeWords(['look'], new Set()), [])
  assert.deepEqual(
    alikeWords(['look', 'up'], new Set()).map(({ term }) => term),
    [stem('search'), stem('retrieval')],
  )
})
