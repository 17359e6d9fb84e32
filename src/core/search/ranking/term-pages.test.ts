import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findInPage, fromBytes, packPages, readPage, toBytes, type PageEntry } from './term-pages.ts'

const words = Array.from(
  { length: 700 },
  (_, index) => ['plan', 'planner', 'ägent', 'z', '日本', '𝒳', '\uffee', 'a'][index % 8] + String(index),
)
const entries: PageEntry[] = words
  .map((word) => ({ term: toBytes(word), postings: Buffer.from(`${word.length} of ${word}`) }))
  .toSorted((a, b) => (a.term < b.term ? -1 : 1))
const pages = packPages(entries)

test('words as bytes are in the order of their UTF-8, and come back', () => {
  assert.deepEqual(
    entries.map(({ term }) => fromBytes(term)),
    words.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))),
  )
})

const plain = (some: readonly PageEntry[]) => some.map(({ term, postings }) => [term, Buffer.from(postings).toString()])

test('pages give back every word with its postings, in order', () => {
  const found = pages.flatMap((page) => [...readPage(page.entries)])
  assert.deepEqual(plain(found), plain(entries))
  assert.ok(pages.length > 5 && pages.every((page) => page.entries.length <= 900))
})

test('a word is found in the page that its place is in, and only where it is', () => {
  for (const { term, postings } of entries) {
    const page = pages.findLast(({ term: first }) => toBytes(first) <= term)
    assert.deepEqual(Buffer.from(findInPage(page?.entries ?? Buffer.alloc(0), term) ?? []), postings)
    for (const absent of [`${term}x`, term.slice(0, -1), `!${term}`])
      if (!words.includes(fromBytes(absent)))
        for (const { entries: bytes } of pages.slice(0, 3)) assert.equal(findInPage(bytes, absent), null)
  }
})

test('postings that are longer than a page have one of their own', () => {
  const long = { term: 'b', postings: Buffer.alloc(2_000, 7) }
  const packed = packPages([{ term: 'a', postings: Buffer.from('1') }, long, { ...long, term: 'c' }])
  assert.deepEqual(
    packed.map(({ term }) => term),
    ['a', 'b', 'c'],
  )
  assert.deepEqual(Buffer.from(findInPage(packed[1]?.entries ?? Buffer.alloc(0), 'b') ?? []), long.postings)
})
