import assert from 'node:assert/strict'
import { test } from 'node:test'
import { printedReference, type PrintedReference } from './printed-reference.ts'

const KWA = [
  { family: 'Kwa', given: 'T.' },
  { family: 'West', given: 'B.' },
]

const cases: [string, Partial<PrintedReference>][] = [
  [
    '[3] Kwa, T., & West, B. (2025). Measuring AI ability to complete long tasks. arXiv. https://doi.org/10.48550/arXiv.2503.14499',
    { title: 'Measuring AI ability to complete long tasks', people: KWA, year: 2025 },
  ],
  [
    'A. One, B. Two, and C. Three, "Plans of agents: a study," Journal of Plans, vol. 3, pp. 1-20, 2024.',
    {
      title: 'Plans of agents: a study',
      people: [{ name: 'A. One' }, { name: 'B. Two' }, { name: 'C. Three' }],
      year: 2024,
    },
  ],
  [
    'Ada One and Ben Two. Do agents plan? In Proceedings of Plans, 2023.',
    { title: 'Do agents plan?', people: [{ name: 'Ada One' }, { name: 'Ben Two' }], year: 2023 },
  ],
  [
    'Yao, Shunyu, et al. “ReAct: Synergizing Reasoning and Acting.” ICLR 2023. https://example.org/react.pdf',
    {
      title: 'ReAct: Synergizing Reasoning and Acting',
      people: [{ family: 'Yao', given: 'Shunyu' }],
      year: 2023,
      url: 'https://example.org/react.pdf',
    },
  ],
  [
    '1. Kwa T, West B. Measuring ability in trials. Lancet. 2024;3(2):1-9.',
    {
      title: 'Measuring ability in trials',
      people: [
        { family: 'Kwa', given: 'T' },
        { family: 'West', given: 'B' },
      ],
      year: 2024,
    },
  ],
  ['One, Ada. 2021. Plans of agents. Press of Plans.', { title: 'Plans of agents', year: 2021 }],
  ['Measuring AI Ability to Complete Long Tasks', { title: 'Measuring AI Ability to Complete Long Tasks', people: [] }],
  ['10.1000/plans', { title: null, people: [], year: null, url: null }],
  ['https://example.org/plans', { title: null, url: 'https://example.org/plans' }],
]

for (const [line, expected] of cases)
  test(`a printed reference: ${line.slice(0, 40)}`, () => {
    const found = printedReference(line)
    for (const [name, value] of Object.entries(expected))
      assert.deepEqual(Reflect.get(found, name), value, `${name} of ${JSON.stringify(found)}`)
  })
