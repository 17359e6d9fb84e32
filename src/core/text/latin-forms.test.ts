import assert from 'node:assert/strict'
import { test } from 'node:test'
import { latinForms, withLatinForms } from './latin-forms.ts'
import { tokenize } from './tokenize.ts'

test('Greek and Cyrillic names are written in Latin letters in a few ways', () => {
  for (const [name, form] of [
    ['Παπαδόπουλος', 'papadopoulos'],
    ['Παπαδόπουλος', 'papadopoylos'],
    ['Κωνσταντίνος', 'konstantinos'],
    ['Γεωργίου', 'georgiou'],
    ['Μπακογιάννης', 'bakogiannis'],
    ['Ευάγγελος', 'evangelos'],
    ['Иванов', 'ivanov'],
    ['Достоевский', 'dostoevsky'],
    ['Достоевский', 'dostoevskiy'],
    ['Хорошев', 'horoshev'],
    ['Юрий', 'yury'],
    ['Юрий', 'yuriy'],
    ['Юрий', 'iury'],
    ['Чайковский', 'chaykovsky'],
    ['Чайковский', 'chaikovsky'],
    ['Бородый', 'borody'],
  ] as const)
    assert.ok(latinForms(name).includes(form), `${name}: ${latinForms(name).join(' ')}`)
})

test('other words have no other forms, and no word has many', () => {
  for (const word of ['Papadopoulos', 'Müller', '王小明', '김', '', 'α'.repeat(41), '123'])
    assert.deepEqual(latinForms(word), [], word)
  for (const word of ['Ευαγγελοπουλουμπεγγ', 'Екхийыйюякххий', 'ь', 'π']) assert.ok(latinForms(word).length <= 8, word)
})

test('a name is found by its Latin forms besides its own letters', () => {
  const [word] = withLatinForms(tokenize('Παπαδόπουλος'))
  const [latin] = tokenize('Papadopoulos')
  assert.ok(word?.joined.some(({ token }) => token === latin?.parts[0]?.token))
  assert.deepEqual(word?.parts, tokenize('Παπαδόπουλος')[0]?.parts)
  assert.deepEqual(withLatinForms(tokenize('Ada Example')), tokenize('Ada Example'))
})
