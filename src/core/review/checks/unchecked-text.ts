import { groupedNumber } from '#core/numbers/grouped-number.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import { finding, type Finding } from './finding.ts'
import { MAX_CHECKED_LENGTH, wholeTexts } from './paper-texts.ts'

const WEIGHT = 25

/** Texts that the checks do not read to their end: what nobody looked at may hold anything. */
export const uncheckedText = (paper: PaperWithText): Finding[] =>
  wholeTexts(paper)
    .filter(({ text }) => text.length > MAX_CHECKED_LENGTH)
    .map(({ field, text }) => {
      const [read, all] = [MAX_CHECKED_LENGTH, text.length].map((length) => groupedNumber(length))
      return finding('unchecked', field, WEIGHT, `The checks read only the first ${read} of ${all} characters.`)
    })
