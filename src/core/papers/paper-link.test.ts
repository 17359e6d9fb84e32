import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressSpellings, isSamePage, paperLink, workPage } from './paper-link.ts'

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
    ['https://www.ijcai.org/proceedings/2019/1', 'https://ijcai.org/proceedings/2019/0001.pdf'],
    '10.24963/ijcai.2019/1',
  )
  same(['https://direct.mit.edu/tacl/article/doi/10.1162/tacl_a_00300/43516/A-Title'], '10.1162/tacl_a_00300')
  same(['https://dblp.org/rec/journals/corr/abs-2210-03629.html'], '2210.03629')
  same(
    [
      'https://www.nature.com/',
      'https://www.nature.com/articles/',
      'https://www.ijcai.org/proceedings/2019/',
      'https://www.ijcai.org/proceedings/2011/12',
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

/** Pages of works, each with addresses of the same work in other forms. */
const pages: Record<string, string[]> = {
  'https://ieeexplore.ieee.org/document/9123456': [
    'http://ieeexplore.ieee.org/document/9123456/',
    'https://ieeexplore.ieee.org/abstract/document/9123456/references',
    'https://ieeexplore.ieee.org/stamp/stamp.jsp?tp=&arnumber=9123456',
    'https://ieeexplore.ieee.org/xpl/articleDetails.jsp?arnumber=09123456',
    'https://ieeexplore.ieee.org/iel7/6287639/8948470/09123456.pdf',
  ],
  'https://www.mdpi.com/2076-341X/11/4/1234': [
    'https://www.mdpi.com/2076-341x/11/4/1234/htm',
    'https://mdpi.com/2076-341X/11/4/1234/pdf?version=1600000000',
  ],
  'https://proceedings.neurips.cc/paper_files/paper/2020/hash/0123456789abcdef0123456789abcdef-Abstract.html': [
    'https://papers.nips.cc/paper/2020/file/0123456789abcdef0123456789abcdef-Paper.pdf',
    'https://proceedings.neurips.cc/paper/2020/file/0123456789abcdef0123456789abcdef-Supplemental.zip',
  ],
  'https://proceedings.neurips.cc/paper_files/paper/2023/hash/0123456789abcdef0123456789abcdef-Abstract-Conference.html':
    ['https://papers.neurips.cc/paper_files/paper/2023/file/0123456789abcdef0123456789abcdef-Paper-Conference.pdf'],
  'https://papers.nips.cc/paper/1234-plans-that-last': ['http://papers.nips.cc/paper/1234-plans-that-last.pdf'],
  'https://proceedings.mlr.press/v139/example21a.html': [
    'http://proceedings.mlr.press/v139/example21a/example21a.pdf',
    'http://proceedings.mlr.press/v139/example21a/example21a-supp.pdf',
    'https://raw.githubusercontent.com/mlresearch/v139/main/assets/example21a/example21a.pdf',
    'http://www.jmlr.org/proceedings/papers/v139/example21a.pdf',
  ],
  'https://jmlr.org/papers/v21/20-001.html': [
    'https://www.jmlr.org/papers/volume21/20-001/20-001.pdf',
    'http://jmlr.csail.mit.edu/papers/v21/20-001.html',
  ],
  'https://openaccess.thecvf.com/content/CVPR2021/html/Example_Plans_That_Last_CVPR_2021_paper.html': [
    'https://openaccess.thecvf.com/content/CVPR2021/papers/Example_Plans_That_Last_CVPR_2021_paper.pdf',
    'https://openaccess.thecvf.com/content/CVPR2021/supplemental/Example_Plans_That_Last_CVPR_2021_supplemental.pdf',
  ],
  'https://openaccess.thecvf.com/content/CVPR2021W/LONG/html/Example_Plans_CVPRW_2021_paper.html': [
    'https://openaccess.thecvf.com/content/CVPR2021W/LONG/papers/Example_Plans_CVPRW_2021_paper.pdf',
  ],
  'https://openaccess.thecvf.com/content_cvpr_2018_workshops/w21/html/Example_Plans_CVPR_2018_paper.html': [
    'http://openaccess.thecvf.com/content_cvpr_2018_workshops/w21/papers/Example_Plans_CVPR_2018_paper.pdf',
  ],
  'https://openaccess.thecvf.com/content_cvpr_2016/html/Example_Plans_CVPR_2016_paper.html': [
    'https://www.cv-foundation.org/openaccess/content_cvpr_2016/papers/Example_Plans_CVPR_2016_paper.pdf',
  ],
  'https://ojs.aaai.org/index.php/AAAI/article/view/12345': [
    'https://ojs.aaai.org/index.php/AAAI/article/download/12345/12001',
    'https://ojs.aaai.org//index.php/AAAI/article/view/12345',
    'https://www.aaai.org/ojs/index.php/AAAI/article/view/12345',
  ],
  'https://aaai.org/ocs/index.php/AAAI/AAAI18/paper/view/17001': [
    'https://www.aaai.org/ocs/index.php/AAAI/AAAI18/paper/viewFile/17001/16001',
  ],
  'https://www.usenix.org/conference/osdi20/presentation/example': [
    'https://www.usenix.org/system/files/osdi20-example.pdf',
    'https://www.usenix.org/system/files/osdi20-example_1.pdf',
  ],
  'https://www.usenix.org/conference/usenixsecurity21/presentation/example-plans': [
    'https://www.usenix.org/system/files/sec21-example-plans.pdf',
  ],
  'https://www.usenix.org/conference/osdi16/technical-sessions/presentation/example': [
    'https://www.usenix.org/system/files/conference/osdi16/osdi16-example.pdf',
  ],
  'https://www.sciencedirect.com/science/article/pii/S0004370221000862': [
    'https://sciencedirect.com/science/article/abs/pii/S0004370221000862?via%3Dihub',
    'https://www.sciencedirect.com/science/article/pii/S0004370221000862/pdfft?md5=1',
  ],
  'https://www.isca-archive.org/interspeech_2020/example20_interspeech.html': [
    'https://www.isca-archive.org/interspeech_2020/example20_interspeech.pdf',
    'https://www.isca-speech.org/archive/interspeech_2020/example20_interspeech.html',
  ],
  'https://hal.science/hal-01234567': [
    'https://hal.archives-ouvertes.fr/hal-01234567v2/document',
    'https://inria.hal.science/hal-01234567',
  ],
  'https://www.roboticsproceedings.org/rss16/p001.html': ['http://www.roboticsproceedings.org/rss16/p001.pdf'],
  'https://www.vldb.org/pvldb/vol14/p1234-example.pdf': ['http://vldb.org/pvldb/vol14/p1234-example.pdf'],
  'https://dblp.org/rec/conf/nips/ExampleS23': ['https://dblp.uni-trier.de/rec/html/conf/nips/ExampleS23.html'],
}

test('the page of a work at a venue is known in all of its forms, and by itself', () => {
  for (const [page, others] of Object.entries(pages)) same([page, ...others], page)
})

test('pages that list works, and files that are none, name no work', () => {
  same(
    [
      'https://ieeexplore.ieee.org/xpl/conhome/9123455/proceeding',
      'https://ieeexplore.ieee.org/stamp/stamp.jsp',
      'https://ieeexplore.ieee.org/author/37085400000',
      'https://www.mdpi.com/journal/applsci',
      'https://www.mdpi.com/2076-3417/11/4',
      'https://proceedings.neurips.cc/paper/2020',
      'https://proceedings.mlr.press/v139/',
      'https://raw.githubusercontent.com/example/v139/main/assets/a/a.pdf',
      'https://jmlr.org/papers/v21/',
      'https://openaccess.thecvf.com/CVPR2021?day=all',
      'https://ojs.aaai.org/index.php/AAAI/issue/view/301',
      'https://www.usenix.org/conference/osdi20/technical-sessions',
      'https://www.usenix.org/system/files/osdi20-slides-example.pdf',
      'https://www.usenix.org/system/files/osdi20_slides_example.pdf',
      'https://www.sciencedirect.com/journal/artificial-intelligence',
      'https://hal.science/search/index',
      'https://www.vldb.org/pvldb/volumes/14/',
      'https://dblp.org/pid/65/9612.html',
    ],
    null,
  )
})

test('two addresses are of one page whatever their scheme, www, slash or form', () => {
  assert.equal(isSamePage('http://www.example.org/a/', 'https://example.org/a#part'), true)
  assert.equal(isSamePage('https://example.org/a', 'https://example.org/b'), false)
  assert.equal(isSamePage('https://example.org/a?id=1', 'https://example.org/a?id=2'), false)
  for (const [page, others] of Object.entries(pages))
    for (const other of others) assert.equal(isSamePage(page, other), true, other)
  assert.equal(workPage('https://arxiv.org/abs/2210.03629'), null)
})

test('an address is looked up in a bounded number of spellings, the one of its work among them', () => {
  for (const [page, others] of Object.entries(pages))
    for (const one of [page, ...others]) {
      const spellings = addressSpellings(one)
      assert.ok(spellings.includes(page), one)
      assert.ok(spellings.includes(page.replace('https:', 'http:')), one)
      assert.ok(spellings.length <= 120, String(spellings.length))
      for (const spelling of spellings) assert.equal(isSamePage(spelling, page), true, spelling)
    }
  assert.deepEqual(addressSpellings('no address'), ['no address'])
})
