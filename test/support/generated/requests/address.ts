import fc, { type Arbitrary } from 'fast-check'
import { weighted } from '../choices.ts'
import type { Operation } from '../../service/described-operations.ts'
import { anyText } from '../odd-text.ts'
import { seen, type GeneratedRequest, type Seen } from './request.ts'

const numbered = (min: number, max: number): Arbitrary<string> => fc.integer({ min, max }).map((number) => `p${number}`)

/** Ids that papers get: few, so that they meet, and others that hardly ever do. */
export const newId = weighted([1, numbered(1, 60)], [2, numbered(61, 999_999_999_999_999)])

const knownIds: Record<string, Arbitrary<string | Seen>> = {
  papers: weighted<string | Seen>([2, numbered(1, 60)], [1, seen('id')]),
  submissions: weighted<string | Seen>([1, numbered(1, 60)], [2, seen('id')], [3, seen('asked')]),
  concepts: fc.constantFrom('planning', 'idea-1', 'idea-2', 'memory', 'tool-use', 'c', '東京'),
  gaps: fc.constantFrom('gap-1', 'g1', 'g2'),
  chapters: fc.constantFrom('1', '3', '7'),
  briefs: fc.constantFrom('2026-w46', '2026-w47', '2026-w48', '2026-W47', '2026-w53', 'latest'),
}

const someId = ({ template }: Operation): Arbitrary<string | Seen> =>
  weighted<string | Seen>(
    [12, knownIds[/\/(?<kind>\w+)\/\{/u.exec(template)?.groups?.kind ?? ''] ?? newId],
    [1, fc.constantFrom('p0', 'p', 'P1', 'p01', 'p1234567890123456', 'p-1', '1', 'p1\n', 'p１', 'planning', 'latest')],
    [1, anyText.filter((text) => text !== '')],
  )

/** Kinds of records, and where ids of them are known. */
const recordIds = {
  paper: 'papers',
  text: 'papers',
  concept: 'concepts',
  gap: 'gaps',
  brief: 'briefs',
  chapter: 'chapters',
} as const

type Address = Pick<GeneratedRequest, 'path' | 'id'>

/** Paths with two parameters have one left for the id. */
export const address = (operation: Operation): Arbitrary<Address> => {
  const path = operation.template.replace('{version}', '1').replace('{sha256}', 'a'.repeat(64))
  if (!path.includes('{kind}')) return fc.record({ path: fc.constant(path), id: someId(operation) })
  return fc
    .constantFrom(...Object.entries(recordIds))
    .chain(([kind, ids]) =>
      fc.record({ path: fc.constant(path.replace('{kind}', kind)), id: knownIds[ids] ?? someId(operation) }),
    )
}
