import assert from 'node:assert/strict'
import { test } from 'node:test'
import { paperLink, writtenParts } from './paper-link.ts'

/** What an address says, as one text. */
const idOf = (address: string): string | null => {
  const link = paperLink(address)
  return link === null ? null : (Object.values(link)[0] ?? null)
}

const same = (addresses: string[], id: string | null): void => {
  for (const address of addresses) assert.equal(idOf(address), id, address)
}

test('every site of arXiv papers gives the id without its version', () => {
  same(
    [
      'https://arxiv.org/abs/2210.03629',
      'http://www.arxiv.org/pdf/2210.03629v2.pdf',
      'https://export.arxiv.org/abs/2210.03629v1?context=cs',
      'https://arxiv.org/html/2210.03629v3#S2',
      'https://ar5iv.labs.arxiv.org/html/2210.03629',
      'https://ar5iv.org/abs/2210.03629',
      'https://www.alphaxiv.org/abs/2210.03629',
      'https://huggingface.co/papers/2210.03629',
      'https://hf.co/papers/2210.03629',
      'https://doi.org/10.48550/arXiv.2210.03629',
      'https://api.semanticscholar.org/arXiv:2210.03629',
    ],
    '2210.03629',
  )
  same(['https://arxiv.org/abs/math/0306266v1', 'https://arxiv.org/pdf/math.CO/0306266'], 'math/0306266')
  same(['https://arxiv.org/list/cs.AI/recent', 'https://huggingface.co/papers', 'https://huggingface.co/a/b'], null)
})

test('pages of publishers whose address has the DOI give it in lower case', () => {
  same(
    [
      'https://dl.acm.org/doi/10.1145/3586183.3606763',
      'https://dl.acm.org/doi/abs/10.1145/3586183.3606763',
      'https://dl.acm.org/doi/pdf/10.1145/3586183.3606763?download=true',
      'https://doi.acm.org/10.1145/3586183.3606763',
      'https://dx.doi.org/10.1145/3586183.3606763',
    ],
    '10.1145/3586183.3606763',
  )
  same(
    [
      'https://link.springer.com/chapter/10.1007/978-3-031-00000-0_1',
      'https://link.springer.com/content/pdf/10.1007/978-3-031-00000-0_1.pdf',
    ],
    '10.1007/978-3-031-00000-0_1',
  )
  same(
    ['https://www.nature.com/articles/s41586-023-06924-6', 'https://nature.com/articles/s41586-023-06924-6.pdf'],
    '10.1038/s41586-023-06924-6',
  )
  same(['https://www.nature.com/articles/nature14539#Abs1'], '10.1038/nature14539')
  same(['https://www.science.org/doi/full/10.1126/science.ABC1234'], '10.1126/science.abc1234')
  same(
    ['https://journals.plos.org/plosone/article/file?id=10.1371/journal.pone.0000217&type=printable'],
    '10.1371/journal.pone.0000217',
  )
  same(['https://www.biorxiv.org/content/10.1101/2023.01.02.522222v3.full.pdf'], '10.1101/2023.01.02.522222')
  same(['https://www.frontiersin.org/articles/10.3389/frobt.2020.00001/full'], '10.3389/frobt.2020.00001')
  same(
    [
      'https://onlinelibrary.wiley.com/doi/10.1002/(SICI)1097-0258(19980815)17:15%3C1%3A%3AAID%3E3.0.CO;2-T'.replace(
        '%3C1%3A%3AAID%3E',
        '1',
      ),
    ],
    '10.1002/(sici)1097-0258(19980815)17:1513.0.co;2-t',
  )
  same(['https://papers.ssrn.com/sol3/papers.cfm?abstract_id=4400000'], '10.2139/ssrn.4400000')
  same(
    [
      'https://www.nature.com/',
      'https://www.nature.com/articles/',
      'https://ieeexplore.ieee.org/document/1234567',
      'https://www.mdpi.com/2076-3417/1/1/1',
    ],
    null,
  )
})

test('an id of the ACL Anthology is a DOI only where ACL registers it', () => {
  same(
    [
      'https://aclanthology.org/P19-1534/',
      'https://www.aclweb.org/anthology/P19-1534.pdf',
      'https://aclanthology.info/papers/P19-1534/p19-1534'.replace('/p19-1534', ''),
    ],
    '10.18653/v1/p19-1534',
  )
  same(['https://aclanthology.org/2023.findings-emnlp.12.pdf'], '10.18653/v1/2023.findings-emnlp.12')
  same(['https://aclanthology.org/2020.acl-main.442v2.pdf'], '10.18653/v1/2020.acl-main.442')
  const others = [
    'P14-1001',
    'W17-0201',
    'Q16-1026',
    'L18-1001',
    '2020.coling-main.12',
    '2024.lrec-main.1',
    '2024.eacl-long.1',
  ]
  for (const id of others)
    same([`https://aclanthology.org/${id}/`, `https://aclanthology.org/${id}.pdf`], `https://aclanthology.org/${id}/`)
  same(['https://aclanthology.org/venues/acl/', 'https://aclanthology.org/'], null)
})

test('a work without a DOI in its address is known by one address', () => {
  same(
    ['https://openreview.net/forum?id=fibxvahvs3&noteId=x', 'https://openreview.net/pdf?id=fibxvahvs3'],
    'https://openreview.net/forum?id=fibxvahvs3',
  )
  same(
    [
      'https://www.ncbi.nlm.nih.gov/pmc/articles/PMC123456/',
      'https://pmc.ncbi.nlm.nih.gov/articles/pmc123456/pdf/a.pdf',
      'https://europepmc.org/article/PMC/PMC123456',
    ],
    'https://pmc.ncbi.nlm.nih.gov/articles/PMC123456/',
  )
  same(
    [
      'https://www.semanticscholar.org/paper/A-Title/6D3A8AD6C2A0B2B4A0B3C1D2E3F4A5B6C7D8E9F0',
      'https://semanticscholar.org/paper/6d3a8ad6c2a0b2b4a0b3c1d2e3f4a5b6c7d8e9f0',
    ],
    'https://www.semanticscholar.org/paper/6d3a8ad6c2a0b2b4a0b3c1d2e3f4a5b6c7d8e9f0',
  )
  same(
    [
      'https://openreview.net/group?id=ICLR.cc/2024',
      'https://pubmed.ncbi.nlm.nih.gov/',
      'https://notarxiv.org/abs/2210.03629',
      'ftp://arxiv.org/abs/2210.03629',
      'nonsense',
    ],
    null,
  )
  same([`https://doi.org/10.1000/${'a'.repeat(2_000)}`], null)
})

test('every address is known again by what it gave', () => {
  for (const address of [
    'https://openreview.net/pdf?id=fibxvahvs3',
    'https://europepmc.org/article/PMC/PMC12345',
    'https://aclanthology.org/W17-0201.pdf',
    'https://api.semanticscholar.org/CorpusID:12',
    'https://pubmed.ncbi.nlm.nih.gov/1234567',
  ]) {
    const id = idOf(address) ?? ''
    assert.equal(idOf(id), id)
  }
})

test('addresses and identifiers in text end where the sentence goes on', () => {
  const parts = writtenParts(
    'See (https://doi.org/10.1000/a(b)c), arXiv:2210.03629v2; doi:10.1000/x.y. Not https://example.org/.',
  )
  assert.deepEqual(
    parts.flatMap((part) => ('address' in part ? [[part.address, part.link]] : [])),
    [
      ['https://doi.org/10.1000/a(b)c', { doi: '10.1000/a(b)c' }],
      ['arXiv:2210.03629v2', { arxivId: '2210.03629' }],
      ['10.1000/x.y', { doi: '10.1000/x.y' }],
      ['https://example.org/', null],
    ],
  )
})
