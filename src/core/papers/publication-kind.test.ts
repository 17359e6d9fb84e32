import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PublicationKind } from './bibliography.ts'
import { containerOf, publicationKind } from './publication-kind.ts'

type Traits = Parameters<typeof publicationKind>[0]

const none: Traits = {
  url: null,
  storageUrl: null,
  doi: null,
  arxivId: null,
  type: null,
  kind: null,
  container: null,
  institution: null,
}

test('what kind of publication a paper is follows from what is kept, then from its type and addresses', () => {
  const arxiv = 'https://arxiv.org/abs/2210.03629'
  const cases: [PublicationKind | null, Partial<Traits>][] = [
    ['preprint', { url: arxiv }],
    ['preprint', { arxivId: '2210.03629' }],
    ['preprint', { url: arxiv, institution: 'METR' }],
    ['preprint', { doi: '10.48550/arxiv.2210.03629' }],
    ['preprint', { url: 'https://doi.org/10.1101/2024.04.01.587366' }],
    ['thesis', { url: arxiv, kind: 'thesis' }],
    ['conference-paper', { url: 'https://aclanthology.org/2023.acl-long.1/', storageUrl: arxiv }],
    ['conference-paper', { url: 'https://proceedings.mlr.press/v162/huang22a.html' }],
    [null, { url: arxiv, container: 'Journal of Agents' }],
    [null, { url: 'https://aclanthology.org/2023.tacl-1.4/' }],
    [null, { url: 'https://doi.org/10.1038/s41586-024-1', storageUrl: arxiv }],
    [null, { doi: '10.1038/s41586-024-1', institution: 'METR' }],
    ['report', { url: 'https://metr.org/blog', institution: 'METR' }],
    [null, { url: 'https://metr.org/blog' }],
    ['dataset', { url: arxiv, type: 'dataset' }],
    [null, {}],
  ]
  for (const [kind, given] of cases) assert.equal(publicationKind({ ...none, ...given }), kind, JSON.stringify(given))
})

const named = (given: Partial<Traits>) => containerOf({ ...none, ...given })

test('proceedings are named where one series has all papers of a host', () => {
  const url = 'https://proceedings.mlr.press/v162/huang22a.html'
  assert.equal(named({ url }), 'Proceedings of Machine Learning Research')
  assert.equal(named({ url, container: 'ICML' }), 'ICML')
  assert.equal(named({ url: 'https://aclanthology.org/2023.acl-long.1/' }), null)
  assert.equal(named({ url: 'https://arxiv.org/abs/2210.03629' }), null)
})
