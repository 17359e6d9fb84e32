type Described = { description: string; example: string }

const paper: Described = { description: 'Id of a paper.', example: 'p19' }
const concept: Described = {
  description: 'Id of a concept: its name in lower case with hyphens.',
  example: 'time-horizon',
}
const gap: Described = { description: 'Id of a research gap.', example: 'g1' }
const brief: Described = { description: 'Id of a weekly brief: its year and week.', example: '2026-w47' }
const submission: Described = { description: 'Id of a submitted paper.', example: 'p9001' }
const chapter: Described = { description: 'Number of a chapter, 1 to 7.', example: '3' }

const file: Described = {
  description: 'The SHA-256 of a file, in hexadecimal digits.',
  example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
}

/** What stands in a path, by how the path begins: the first that fits. */
const byBeginning: readonly [beginning: RegExp, name: string, Described][] = [
  [
    /^\/assets\//u,
    'version',
    { description: 'Hash of all assets; any other one has the present files.', example: '0' },
  ],
  [/^\/docs\//u, 'operation', { description: 'Name of an operation.', example: 'getApiPapers' }],
  [/versions\/$/u, 'version', { description: 'Number of a version, from 1.', example: '1' }],
  [/^\/(?:api\/editorial\/)?chapters\//u, 'number', chapter],
  [/^\/chapters\//u, 'chapter', chapter],
  [/^\/doi\//u, 'id', { description: 'A DOI; its slashes stand as they are.', example: '10.48550/arXiv.2503.14499' }],
  [/^\/arxiv\//u, 'id', { description: 'An arXiv id, with its version or without.', example: '2503.14499' }],
  [/^\/api\/(?:submissions|editorial\/(?:submissions|drafts))\//u, 'id', submission],
  [
    /^\/api\/ingest-sessions\//u,
    'id',
    { description: 'Id of an ingestion session; current is that of the key.', example: 'current' },
  ],
  [/^\/api\/editorial\/proposals\//u, 'id', { description: 'Id of a proposed revision.', example: '1' }],
  [/^\/files\//u, 'digest', file],
  [/files\/$/u, 'sha256', file],
  [/^\/api\/v1\/records\/$/u, 'kind', { description: 'What the record is of.', example: 'paper' }],
  [
    /^\/api\/v1\/records\/:kind\//u,
    'id',
    { description: 'Id of a thing of that kind; of a text, that of its paper.', example: 'p19' },
  ],
  [
    /^\/dumps\//u,
    'file',
    {
      description: 'Name of a file that the list of dumps has.',
      example: 'longview-20261122T100000000Z-records.jsonl.gz',
    },
  ],
  [/papers\/$/u, 'id', paper],
  [/concepts\/$/u, 'id', concept],
  [/gaps\/$/u, 'id', gap],
  [/briefs\/$/u, 'id', brief],
]

/** What a parameter of a path is and an example of it; null where it is not known, which the tests do not let pass. */
export const describePathParameter = (before: string, name: string): Described | null =>
  byBeginning.find(([beginning, wanted]) => wanted === name && beginning.test(before))?.[2] ?? null
