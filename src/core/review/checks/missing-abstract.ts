import type { Paper } from '#core/papers/paper.ts'
import { lengthInCharacters } from '#core/text/normalize-text.ts'
import { finding, type Finding } from './finding.ts'

/** Shorter ones say hardly more than a title. */
const SHORT = 100

export const missingAbstract = ({ abstract }: Paper): Finding[] => {
  if (abstract === null)
    return [
      finding('missing_abstract', 'abstract', 15, 'There is no abstract: readers and searches see the title alone.'),
    ]
  const length = lengthInCharacters(abstract.trim())
  return length >= SHORT
    ? []
    : [finding('missing_abstract', 'abstract', 5, `The abstract has only ${length} characters.`)]
}
