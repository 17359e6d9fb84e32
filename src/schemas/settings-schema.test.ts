import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultSettings } from '#core/settings.ts'
import { settingsSchema } from './settings-schema.ts'
import { validate } from './validate.ts'

const words = ['a', 'b', 'c', 'd', 'e']

const errorsOf = (input: unknown): string[] => {
  const checked = validate(settingsSchema, input)
  return checked.ok ? [] : checked.errors.map(({ path, message }) => `${path} ${message}`)
}

test('null and what is absent are not set', () => {
  assert.deepEqual(validate(settingsSchema, { name: 'A', tagline: null, logo: null }), {
    ok: true,
    value: { name: 'A' },
  })
})

test('the settings that hold by default are accepted as they are shown', () => {
  assert.deepEqual(errorsOf(defaultSettings('Longview')), [])
})

test('values are brought to their stored form', () => {
  const checked = validate(settingsSchema, {
    accentColor: '#9A3412',
    language: 'PT-br',
    off: ['gaps', 'gaps'],
    footerLinks: [{ label: 'Imprint', url: '/about' }],
    about: ' ',
    scores: [],
  })
  assert.ok(checked.ok)
  const { accentColor, language, off, about, scores } = checked.value
  assert.deepEqual(
    { accentColor, language, off, about, scores },
    { accentColor: '#9a3412', language: 'pt-BR', off: ['gaps'], about: '', scores: [] },
  )
})

test('each error names its field', () => {
  const score = { score: 'longHorizonScore', name: 'S', meaning: 'M', words }
  const wrong: [unknown, RegExp][] = [
    [{ name: '' }, /^name must not be empty$/u],
    [{ name: 'a'.repeat(101) }, /^name must have at most 100 characters$/u],
    [{ tagline: 'a'.repeat(201) }, /^tagline must have at most 200/u],
    [{ about: 'a'.repeat(20_001) }, /^about must have at most 20000/u],
    [{ accentColor: 'red' }, /^accentColor must be a colour such as #9a3412$/u],
    [{ accentColor: '#abcd' }, /^accentColor/u],
    [{ logo: '<html/>' }, /^logo must begin with an svg element$/u],
    [
      { favicon: `<svg xmlns="http://www.w3.org/2000/svg"><path d="${'M0 0'.repeat(2_100)}"/></svg>` },
      /^favicon must have at most 8192 characters$/u,
    ],
    [
      { logo: `<svg xmlns="http://www.w3.org/2000/svg"><text>${'>'.repeat(8_000)}</text></svg>` },
      /^logo must have at most 8,192 bytes$/u,
    ],
    [{ footerLinks: [{ label: 'x', url: 'javascript:alert(1)' }] }, /^footerLinks\.0\.url must begin with/u],
    [{ footerLinks: [{ label: 'x', url: '//e.example/x' }] }, /^footerLinks\.0\.url must be a complete address/u],
    [{ footerLinks: [{ label: 'x', url: '/\\e.example' }] }, /^footerLinks\.0\.url/u],
    [
      { footerLinks: Array.from({ length: 9 }, () => ({ label: 'x', url: '/about' })) },
      /^footerLinks must have at most 8 entries$/u,
    ],
    [{ language: 'not a tag' }, /^language must be a language tag/u],
    [{ scores: [score, score] }, /^scores must name each score once$/u],
    [{ scores: [{ ...score, score: 'other' }] }, /^scores\.0\.score must be one of/u],
    [{ scores: [{ ...score, words: words.slice(1) }] }, /^scores\.0\.words/u],
    [{ labels: { papers: { one: 'a', many: 'b' } } }, /^labels/u],
    [{ labels: { gaps: { one: 'Question' } } }, /^labels\.gaps\.many is required$/u],
    [{ off: ['papers'] }, /^off\.0 must be one of/u],
    [{ colour: '#ffffff' }, /^colour is not recognized$/u],
  ]
  for (const [input, error] of wrong)
    assert.match(errorsOf(input).join('; '), error, JSON.stringify(input).slice(0, 100))
})
