import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pdfCheck, withFileAddress } from './files.ts'
import { identifiersOf } from '#core/papers/identifiers.ts'
import { corePaper } from '../../test/support/database/stored.ts'

const check = (text: string, sizes = [text.length], maxBytes = 10_000): string | null => {
  const { push, end } = pdfCheck(maxBytes)
  try {
    let at = 0
    for (const size of sizes) push(Buffer.from(text.slice(at, (at += size)), 'latin1'))
    push(Buffer.from(text.slice(at), 'latin1'))
    end()
    return null
  } catch (error) {
    return (error as Error).message
  }
}

const plain =
  '%PDF-1.4\n1 0 obj<</Title(About /Encrypt in general)>>endobj\ntrailer<</Root 1 0 R>>\nstartxref\n9\n%%EOF\n'
const encrypted = plain.replace('/Root 1 0 R', '/Root 1 0 R /Encrypt 12 0 R')
const inPlace = plain.replace('/Root 1 0 R', '/Encrypt<</V 4>>')

test('a whole PDF passes, however it is cut into pieces', () => {
  assert.equal(check(plain), null)
  for (let size = 1; size < plain.length; size += 1) assert.equal(check(plain, [size]), null, String(size))
  assert.equal(check(`${plain}${' '.repeat(500)}`), null, 'bytes behind the end')
})

test('what is not a PDF is refused with its first bytes, and what is cut off at its end', () => {
  const { push } = pdfCheck()
  push(Buffer.from('%PD'))
  assert.throws(() => push(Buffer.from('X')), { message: 'file: is not a PDF: it does not begin with %PDF-' })
  assert.match(check('<html>') ?? '', /is not a PDF/u)
  assert.match(check('%PD') ?? '', /is not a PDF/u)
  assert.match(check('') ?? '', /is empty/u)
  assert.match(check(plain.slice(0, -6)) ?? '', /truncated or damaged/u)
  assert.match(check(`${plain}${'x'.repeat(3_000)}`) ?? '', /truncated or damaged/u)
})

test('an encrypted PDF is refused, wherever its pieces end', () => {
  for (const text of [encrypted, inPlace])
    for (let size = 1; size < text.length; size += 1)
      assert.match(check(text, [size]) ?? '', /is encrypted: save it without a password/u, String(size))
})

test('a file that is too large is refused with the piece that makes it so', () => {
  assert.equal(check(plain, [], plain.length), null)
  assert.match(check(plain, [], plain.length - 1) ?? '', /may have at most \d+ bytes/u)
})

const paper = corePaper({ storageUrl: 'https://arxiv.org/pdf/2401.01234v2' })

test('a file that may be passed on takes the place of the address elsewhere, which leaves its identifier', () => {
  const openFile = 'a'.repeat(64)
  const shown = withFileAddress({ ...paper, openFile }, 'https://papers.example.org')
  assert.equal(shown.storageUrl, `https://papers.example.org/files/${openFile}.pdf`)
  assert.equal(identifiersOf(shown).arxivId, identifiersOf(paper).arxivId)
  assert.equal(identifiersOf(paper).arxivId, '2401.01234')
})

test('without one the paper is what it was', () => {
  assert.equal(withFileAddress(paper, 'https://papers.example.org'), paper)
})
