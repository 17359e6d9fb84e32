import anyAscii from 'any-ascii'
import { fold, tokenize, type Word } from './tokenize.ts'

/** Scripts whose letters people write in ours by rules. */
const WRITTEN_BY_LETTER = /[\p{Script=Greek}\p{Script=Cyrillic}]/u
const MAX_LETTERS = 40
const MAX_FORMS = 8

type Rule = readonly [from: RegExp, to: string]

/**
 * In how many ways letters are written; any-ascii knows one. The most common come first, since only so many forms are kept. Words
 * are folded, so that й is и.
 */
const rules: readonly { script: RegExp; rules: readonly Rule[] }[] = [
  {
    script: /\p{Script=Greek}/u,
    rules: [
      [/oy/gu, 'ou'],
      [/^mp/gu, 'b'],
      [/gg/gu, 'ng'],
      [/(?<=[ae])y/gu, 'v'],
      [/^nt/gu, 'd'],
    ],
  },
  {
    script: /\p{Script=Cyrillic}/u,
    rules: [
      [/[iy]i$/gu, 'y'],
      [/ii$/gu, 'iy'],
      [/kh/gu, 'h'],
      [/(?<=[aeou])i(?=[^aeiouy])/gu, 'y'],
      [/y(?=[aeou])/gu, 'i'],
      [/^e/gu, 'ye'],
    ],
  },
]

/** The ways in which a Greek or Cyrillic word of a name is written in Latin letters; none for other words. */
export const latinForms = (word: string): string[] => {
  if (!WRITTEN_BY_LETTER.test(word) || word.length > MAX_LETTERS) return []
  const plain = anyAscii(fold(word))
    .toLowerCase()
    .replaceAll(/[^a-z]/gu, '')
  let forms = plain === '' ? [] : [plain]
  for (const { script, rules: own } of rules)
    if (script.test(word))
      for (const [from, to] of own)
        forms = [...new Set([...forms, ...forms.map((form) => form.replaceAll(from, to))])].slice(0, MAX_FORMS)
  return forms
}

/** The words of a name, which their Latin forms also find. */
export const withLatinForms = (words: readonly Word[]): Word[] =>
  words.map((word) => {
    const forms = word.parts.flatMap(({ token, start, end }) =>
      latinForms(token).flatMap((form) =>
        tokenize(form).flatMap(({ parts }) => parts.map((part) => ({ token: part.token, start, end }))),
      ),
    )
    return forms.length === 0 ? word : { ...word, joined: [...word.joined, ...forms] }
  })
