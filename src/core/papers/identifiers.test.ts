import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { arxivIdIn, doiIn, hostOf, identifiersIn, linkError } from './identifiers.ts'
import { budget } from '../../../test/support/budgets.ts'

const reads = (read: (text: string) => string | null, known: Record<string, string | null>): void => {
  for (const [text, found] of Object.entries(known)) assert.equal(read(text), found, text)
}

test('a DOI is found in every form in which addresses carry it, in lower case', () => {
  reads(doiIn, {
    '10.1145/3576915.3623109': '10.1145/3576915.3623109',
    'doi:10.1145/3576915.3623109': '10.1145/3576915.3623109',
    'https://doi.org/10.1145/3576915.3623109': '10.1145/3576915.3623109',
    'http://dx.doi.org/10.1145/3576915.3623109': '10.1145/3576915.3623109',
    'https://dl.acm.org/doi/pdf/10.1145/3576915.3623109?download=true': '10.1145/3576915.3623109',
    'https://dl.acm.org/doi/10.1145/3576915.3623109#sec-2': '10.1145/3576915.3623109',
    'https://doi.org/10.18653/V1/2023.ACL-LONG.1': '10.18653/v1/2023.acl-long.1',
    'https://doi.org/10.48550/arXiv.2210.03629': '10.48550/arxiv.2210.03629',
    'https://doi.org/10.1016/0370-2693(93)90110-5': '10.1016/0370-2693(93)90110-5',
    'https://doi.org/10.123456789/x': '10.123456789/x',
  })
})

test('an encoded DOI is the same as a plain one', () => {
  reads(doiIn, {
    'https://doi.org/10.1145%2F3576915.3623109': '10.1145/3576915.3623109',
    'https://doi.org/10.1016/0370-2693%2893%2990110-5': '10.1016/0370-2693(93)90110-5',
    'https://example.org/?doi=10.1145%2f3576915': '10.1145/3576915',
    'https://doi.org/10.1145/3576915%': '10.1145/3576915%',
  })
})

test('punctuation that closes a sentence does not belong to a DOI', () => {
  reads(doiIn, {
    'https://doi.org/10.1145/3576915.': '10.1145/3576915',
    'https://doi.org/10.1145/3576915,': '10.1145/3576915',
    '(see 10.1145/3576915).': '10.1145/3576915',
    '[10.1145/3576915];': '10.1145/3576915',
    '"10.1145/3576915"': '10.1145/3576915',
    '<https://doi.org/10.1145/3576915>': '10.1145/3576915',
    '10.1145/3576915 and more': '10.1145/3576915',
  })
})

test('numbers that only look like a DOI are not one', () => {
  reads(doiIn, {
    'https://arxiv.org/abs/2210.03629': null,
    'https://example.org/10.5/3': null,
    'https://example.org/110.1145/3576915': null,
    'https://doi.org/10.1145/': null,
    'https://doi.org/10.1145': null,
    '': null,
  })
})

test('an arXiv id of today is found in every form, without its version', () => {
  for (const text of [
    'https://arxiv.org/abs/2210.03629',
    'https://arxiv.org/abs/2210.03629v3',
    'https://arxiv.org/pdf/2210.03629',
    'https://arxiv.org/pdf/2210.03629v3.pdf',
    'https://arxiv.org/html/2210.03629v1',
    'http://export.arxiv.org/abs/2210.03629',
    'https://www.arxiv.org/abs/2210.03629?context=cs',
    'https://ARXIV.org/ABS/2210.03629',
    'arXiv:2210.03629v2',
    'https://doi.org/10.48550/arXiv.2210.03629',
    'https://doi.org/10.48550%2FarXiv.2210.03629',
  ])
    assert.equal(arxivIdIn(text), '2210.03629', text)
  assert.equal(arxivIdIn('https://arxiv.org/abs/0704.0001'), '0704.0001')
})

test('an arXiv id of the years before 2007 is found in every form, without class and version', () => {
  reads(arxivIdIn, {
    'https://arxiv.org/abs/hep-th/9711200': 'hep-th/9711200',
    'https://arxiv.org/abs/hep-th/9711200v3': 'hep-th/9711200',
    'https://arxiv.org/pdf/hep-th/9711200v3.pdf': 'hep-th/9711200',
    'https://arxiv.org/abs/math.GT/0309136': 'math/0309136',
    'https://arxiv.org/abs/cs/0112017': 'cs/0112017',
    'arXiv:cond-mat/9901001v1': 'cond-mat/9901001',
    'https://doi.org/10.48550/arXiv.hep-th/9711200': 'hep-th/9711200',
    'https://doi.org/10.48550/arxiv.math.gt/0309136': 'math/0309136',
  })
})

test('addresses that carry no arXiv id have none', () => {
  reads(arxivIdIn, {
    'https://arxiv.org/list/cs.AI/recent': null,
    'https://arxiv.org/abs/': null,
    'https://arxiv.org/0309136': null,
    'https://example.org/2210.03629': null,
    'https://example.org/math/0309136': null,
    '': null,
  })
})

test('the first address that carries an identifier gives it, each kind for itself', () => {
  assert.deepEqual(
    identifiersIn([null, 'https://arxiv.org/abs/2210.03629', 'https://doi.org/10.1145/1', 'https://doi.org/10.1145/2']),
    { doi: '10.1145/1', arxivId: '2210.03629' },
  )
  assert.deepEqual(identifiersIn(['https://doi.org/10.48550/arXiv.2210.03629']), {
    doi: '10.48550/arxiv.2210.03629',
    arxivId: '2210.03629',
  })
  assert.deepEqual(identifiersIn([null, null]), { doi: null, arxivId: null })
  assert.deepEqual(identifiersIn([]), { doi: null, arxivId: null })
})

test('a link is a complete http or https address', () => {
  for (const url of [
    'https://example.org',
    'http://example.org/paper.pdf?x=1#page=2',
    'HTTPS://EXAMPLE.ORG/',
    'https://münchen.example/über',
    'https://[2001:db8::1]/paper',
    'http://127.0.0.1:8080/',
  ])
    assert.equal(linkError(url), null, url)
})

test('a link that would run as a script, or carry its content, is refused', () => {
  for (const url of [
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'javascript://example.org/%0aalert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'blob:https://example.org/1',
    'file:///etc/passwd',
    'ftp://example.org/paper',
    'mailto:a@example.org',
  ])
    assert.equal(linkError(url), 'must begin with https:// or http://', JSON.stringify(url))
})

test('a link without its slashes is refused: on a page it would lead to the page’s own host', () => {
  for (const url of ['https:example.org', 'https:/example.org', 'https:\\\\example.org', ' https://example.org'])
    assert.equal(linkError(url), 'must begin with https:// or http://', url)
})

test('a link that carries credentials is refused', () => {
  for (const url of ['https://user@example.org', 'https://user:word@example.org/', 'https://:word@example.org/'])
    assert.equal(linkError(url), 'must not contain a user name or password', url)
})

test('an incomplete address is refused', () => {
  for (const url of [
    '',
    'example.org',
    '//example.org/x',
    '/papers/1',
    'https://',
    'http://exa mple.org',
    'https://h:99999',
  ])
    assert.equal(linkError(url), 'must be a complete address, such as https://example.org/paper', url)
})

test('the host of an address is in lower case, and what is no http address has none', () => {
  reads(hostOf, {
    'https://ArXiv.ORG/abs/1': 'arxiv.org',
    'http://example.org:8080/': 'example.org',
    'https://münchen.example/': 'xn--mnchen-3ya.example',
    'javascript:alert(1)': null,
    'ftp://example.org': null,
    'example.org': null,
    '': null,
  })
})

test('no text makes the parser of identifiers throw', () => {
  const address = fc.array(
    fc.constantFrom(
      'https://',
      'arxiv',
      '.org/abs/',
      ':',
      '.',
      '/',
      '10.',
      '1145',
      '2210.03629',
      '%2',
      '%',
      'v1',
      'é',
      '\ud800',
    ),
  )
  fc.assert(
    fc.property(address, (parts) => {
      const text = parts.join('')
      const { doi } = identifiersIn([text])
      if (doi !== null) assert.equal(doi, doi.toLowerCase())
      const mistake = linkError(text)
      assert.equal(mistake === null, /^https?:\/\//u.test(text) && URL.canParse(text))
      hostOf(text)
    }),
    { numRuns: budget('properties') },
  )
})
