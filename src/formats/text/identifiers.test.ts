import assert from 'node:assert/strict'
import { test } from 'node:test'
import { paperFields, type FoundPaper } from '#formats/record.ts'
import { bareDoi, identifiersInLine, pastedIdentifier } from './identifiers.ts'

test('an identifier is read in any form in which people paste it', () => {
  const dois = [
    '10.1000/a_(b)',
    'doi:10.1000/a_(b)',
    'DOI: 10.1000/a_(b)',
    'https://doi.org/10.1000/a_(b)',
    'http://dx.doi.org/10.1000/a_(b)',
    'https://www.doi.org/10.1000/a_(b)',
    'doi.org/10.1000/a_(b)',
    'urn:doi:10.1000/a_(b)',
    'info:doi/10.1000/a_(b)',
    '"10.1000/a_(b)"',
    '10.1000/a_(b),',
  ]
  for (const text of dois) assert.deepEqual(pastedIdentifier(text), { doi: '10.1000/a_(b)' }, text)
  const ids = [
    '2210.03629',
    'arXiv:2210.03629v3',
    'arXiv:2210.03629v3 [cs.CL]',
    'https://arxiv.org/pdf/2210.03629v1.pdf',
    'https://arxiv.org/html/2210.03629v1',
    'http://export.arxiv.org/abs/2210.03629',
    'https://www.arxiv.org/abs/2210.03629?context=cs.AI',
    'arxiv.org/abs/2210.03629',
  ]
  for (const text of ids) assert.deepEqual(pastedIdentifier(text), { arxivId: '2210.03629' }, text)
  assert.deepEqual(pastedIdentifier('arXiv:math.GT/0309136v2'), { arxivId: 'math.GT/0309136' })
  for (const text of ['10.1000/a, 10.1000/b', 'https://example.org/10.1000/a', 'doi', '2210.3'])
    assert.equal(pastedIdentifier(text), null, text)
  assert.equal(bareDoi('n/a'), 'n/a')
})

test('lines of lists and sentences name identifiers', () => {
  const lines: [string, string[]][] = [
    ['- https://doi.org/10.1000/a, and also (doi:10.1000/b_(c)).', ['10.1000/a', '10.1000/b_(c)']],
    ['1. 10.1000/a', ['10.1000/a']],
    ['[12] arXiv:2210.03629v2 [cs.CL]', ['2210.03629']],
    ['10.1000/a, 10.1000/b; arXiv: 2101.00001', ['10.1000/a', '10.1000/b', '2101.00001']],
    ['see <https://arxiv.org/abs/hep-th/9901001v1>.', ['hep-th/9901001']],
    ['10.1130/0091-7613(1999)027<0723:A>2.3.CO;2', ['10.1130/0091-7613(1999)027<0723:A>2.3.CO;2']],
    ['10.1000/a,10.1000/b', ['10.1000/a', '10.1000/b']],
    ['nothing of the kind (2.1)', []],
    ['10.1000/a,"jane"', []],
    ['10.1000/a,jane,2022', []],
    ['jane;https://doi.org/10.1000/a', []],
    ['A title\t2022\t10.1000/a', []],
  ]
  for (const [line, ids] of lines)
    assert.deepEqual(
      identifiersInLine(line).flatMap((found) => Object.values(found)),
      ids,
      line,
    )
  assert.deepEqual(identifiersInLine(`see ${']'.repeat(100_000)}`), [], 'at any length')
})

const found = (paper: FoundPaper): unknown[] => {
  const { doi, arxivId, url, container, volume, kind } = paperFields(paper)
  return [doi, arxivId, url, container, volume, kind]
}

test('an address is made of a DOI, and never of what is none', () => {
  assert.deepEqual(found({ doi: 'https://doi.org/10.1000/A' }).slice(0, 3), [
    '10.1000/A',
    undefined,
    'https://doi.org/10.1000/A',
  ])
  assert.deepEqual(found({ doi: 'n/a' }).slice(0, 3), ['n/a', undefined, undefined])
  assert.deepEqual(found({ url: 'www.example.org' })[2], 'www.example.org', 'kept, so that the check can name it')
})

test('arXiv as a journal names the preprint', () => {
  const kind = 'journal-article'
  const preprint = [undefined, '2312.11805', 'https://arxiv.org/abs/2312.11805', undefined, undefined, 'preprint']
  for (const container of ['arXiv preprint arXiv:2312.11805', 'ArXiv e-prints, arXiv:2312.11805v2 [cs.CL]'])
    assert.deepEqual(found({ container, kind }), preprint, container)
  assert.deepEqual(found({ container: 'CoRR', volume: 'abs/2312.11805', kind }), preprint)
  assert.deepEqual(found({ container: 'arXiv', url: 'https://arxiv.org/abs/2312.11805', kind }), preprint)
  const other = [undefined, undefined, undefined, 'Journal of arXiv Studies', '3', kind]
  assert.deepEqual(found({ container: 'Journal of arXiv Studies', volume: '3', kind }), other)
})

test('a DOI is found in the address of its resolver, and a preprint by its id', () => {
  assert.deepEqual(found({ url: 'http://dx.doi.org/10.1000/a%3Cb' }).slice(0, 3), [
    '10.1000/a<b',
    undefined,
    'http://dx.doi.org/10.1000/a%3Cb',
  ])
  assert.equal(found({ url: 'https://example.org/10.1000/a' })[0], undefined)
  assert.equal(found({ arxivId: '2312.11805' })[5], 'preprint')
  assert.equal(found({ arxivId: '2312.11805', container: 'Journal' })[5], undefined)
  assert.equal(paperFields({ pages: '14--14' }).pages, '14')
})
