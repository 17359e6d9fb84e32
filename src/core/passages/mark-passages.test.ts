import assert from 'node:assert/strict'
import { test } from 'node:test'
import { splitSections } from '#core/text/split-sections.ts'
import { renderMarkdown } from '../../markdown/render-markdown.ts'
import { countLetters, markPassages } from './mark-passages.ts'
import { sectionPassages } from './anchor.ts'
import { doSteps } from '#core/steps.ts'
import { partPassagesInSteps, placedPassages, textParts, withPassages } from './text-parts.ts'

const words = (count: number, name: string): string =>
  Array.from({ length: count }, (_, index) => `${name}${index}`).join(' ')

const paragraphs = (count: number, name: string): string =>
  Array.from({ length: count }, (_, index) => `${words(120, `${name.toUpperCase()}${index}x`)}.`).join('\n\n\n')

test('each passage has its id in the markup, just before the letters it opens with', () => {
  const body = [
    `# One\n\n${words(90, 'A')} & <b> "c".`,
    `[A link](https://example.org/long) ${words(90, 'B')}. ${words(80, 'D')}. ${words(80, 'E')}.`,
    `- ${words(50, 'F')}\n- *${words(50, 'G')}*`,
  ].join('\n\n')
  const passages = sectionPassages(4, body)
  const marked = markPassages(renderMarkdown(body), passages)
  assert.deepEqual(
    [...marked.matchAll(/<span id="(?<id>[^"]+)"><\/span>(?<next>.{8})/gu)].map(({ groups }) => [
      groups?.id,
      groups?.next,
    ]),
    [
      ['s4.1', '<h1>One<'],
      ['s4.2', 'B0 B1 B2'],
      ['s4.3', 'D0 D1 D2'],
      ['s4.4', 'F0 F1 F2'],
    ],
  )
  assert.equal(marked.replaceAll(/<span id="[^"]+"><\/span>/gu, ''), renderMarkdown(body))
})

test('every passage of a long text begins in exactly one part, the one that its address names', () => {
  const fullText = `# A\n\n${paragraphs(4, 'A')}\n\n# B\n\n${paragraphs(90, 'B')}\n\n# C\n\n***\n\n# D\n\n${paragraphs(3, 'D')}`
  const text = splitSections(fullText)
  const placed = placedPassages(fullText)
  assert.ok(textParts(text).length > 2)
  const shown = textParts(text).flatMap((part, index) =>
    withPassages(part, doSteps(partPassagesInSteps(text, textParts(text), index + 1))).flatMap((section) => {
      for (const passage of section.passages)
        assert.ok(section.body.includes(passage.text.trim().slice(0, 30)), passage.text.slice(0, 30))
      return section.passages.map(({ place }) => ({ place, part: index + 1 }))
    }),
  )
  assert.deepEqual(
    shown,
    placed.map(({ place, part }) => ({ place, part })),
  )
  assert.equal(new Set(placed.map(({ place }) => JSON.stringify(place))).size, placed.length)
  assert.equal(countLetters('a1 –é'), 3)
})
