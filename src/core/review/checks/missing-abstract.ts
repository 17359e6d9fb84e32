import type { Paper } from '#core/papers/paper.ts'
import { codePointLength } from '#core/text/normalize-text.ts'
import { finding, type Finding } from './finding.ts'

/** Shorter ones say hardly more than a title. */
const MIN_ABSTRACT_LENGTH = 100

export const missingAbstract = ({ abstract }: Paper): Finding[] => {
  if (abstract === null)
    return [
      finding('missing_abstract', 'abstract', 15, 'There is no abstract: readers and searches see the title alone.'),
    ]
  const length = codePointLength(abstract.trim())
  return length >= MIN_ABSTRACT_LENGTH
    ? []
    : [finding('missing_abstract', 'abstract', 5, `The abstract has only ${length} characters.`)]
}
