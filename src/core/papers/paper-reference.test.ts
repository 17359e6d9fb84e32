import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parsePaperReference } from './paper-reference.ts'

test('a paper may be called by id, DOI, arXiv id or address, however they are written', () => {
  const cases: [string, string, string][] = [
    ['p12', 'id', 'p12'],
    ['https://library.example/papers/p12', 'id', 'p12'],
    ['https://library.example/papers/p12.bib', 'id', 'p12'],
    ['https://elsewhere.example/papers/p12', 'url', 'https://elsewhere.example/papers/p12'],
    ['10.1000/ABC', 'doi', '10.1000/abc'],
    ['doi:10.1000/ABC', 'doi', '10.1000/abc'],
    ['https://doi.org/10.1000/ABC', 'doi', '10.1000/abc'],
    ['10.48550/arXiv.2210.03629', 'arxivId', '2210.03629'],
    ['2210.03629', 'arxivId', '2210.03629'],
    ['2210.03629v3', 'arxivId', '2210.03629'],
    ['arXiv:2210.03629v3', 'arxivId', '2210.03629'],
    ['math/0306266', 'arxivId', 'math/0306266'],
    ['math.GT/0306266v2', 'arxivId', 'math/0306266'],
    ['https://arxiv.org/pdf/2210.03629v1', 'arxivId', '2210.03629'],
    [' https://example.org/a ', 'url', 'https://example.org/a'],
    ['nothing', 'url', 'nothing'],
  ]
  for (const [text, by, value] of cases)
    assert.deepEqual(parsePaperReference(text, 'https://library.example'), { by, value }, text)
})
