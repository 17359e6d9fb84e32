import assert from 'node:assert/strict'
import { test } from 'node:test'
import { printedWork } from './printed-work.ts'

const inShort = (line: string): string => {
  const { title, people, year } = printedWork(line)
  return [title, people.map(({ family, given, name }) => name ?? `${family}, ${given}`).join('; '), year].join(' | ')
}

/** One work, as the usual styles print it. */
const styles: Record<string, string> = {
  ACL: 'Ada One, Ben K. Two, and Carl van Three. 2024a. Plans of agents: A study. In Proceedings of Plans.',
  ACS: '(12) One, A.; Two, B. K.; van Three, C. Plans of agents: A study. Journal of Plans 2024, 12, 1–20.',
  APA: 'One, A., Two, B. K., & van Three, C. (2024). Plans of agents: A study. Journal of Plans, 12(3), 1–20.',
  Nature: '3. One, A., Two, B. K. & van Three, C. Plans of agents: A study. J. Plans 12, 1–20 (2024).',
  LNCS: '[7] One, A., Two, B.K., van Three, C.: Plans of agents: A study. In: Proc. of Plans, pp. 1–20 (2024)',
  IEEE: '[4] A. One, B. K. Two, and C. van Three, “Plans of agents: A study,” Journal of Plans, vol. 12, pp. 1–20, 2024.',
  NeurIPS: 'A. One, B. K. Two, and C. van Three. Plans of agents: A study. In Plans, pages 1–20, 2024.',
  Elsevier: '[2] A. One, B. K. Two, C. van Three, Plans of agents: A study, J. Plans 12 (2024) 1–20.',
  Vancouver: '5. One A, Two BK, van Three C. Plans of agents: A study. J Plans. 2024;12(3):1-20.',
}

test('the title, the first author and the year are found in each of the usual styles', () => {
  for (const [style, line] of Object.entries(styles)) {
    const [title, people = '', year] = inShort(line).split(' | ')
    assert.equal(title, 'Plans of agents: A study', style)
    assert.match(people, /^(?:One, A\.?|A\. One|Ada One)/u, style)
    assert.equal(people.split('; ').length, 3, style)
    assert.equal(year, '2024', style)
  }
})

test('others, a question and a reference without names are read', () => {
  assert.equal(
    inShort('Ada One, Ben Two, et al. 1996. Do agents plan? Journal, 3:1–9.'),
    'Do agents plan? | Ada One; Ben Two | 1996',
  )

  assert.equal(
    inShort('AB One, V Two, and C Three. 1996. Plans of agents. Journal, 3:1–9.'),
    'Plans of agents | AB One; V Two; C Three | 1996',
  )
  assert.equal(inShort(''), ' |  | ')
})
