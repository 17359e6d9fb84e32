import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDegree, isGrade, isPersonName, plainName } from './person-names.ts'

test('names of people have initials, particles, hyphens and any script', () => {
  const names = [
    'Ada Example',
    'J. R. R. D’Arcy',
    'W.-C. Wu',
    'Y. Q. Deng',
    'Q. Ren',
    'B. da Silveira',
    'Marit van den Heuvel',
    'Erik J. van ’t Hof',
    'María del Carmen Ortega y Ruiz',
    'Abd al-Rahman ibn Yusuf',
    'Conor Mac an tSaoir',
    'Ann MacMillan',
    'Ian Goodfellow',
    'Jung-In Kim',
    'Augusto Marchetti',
    'Gerald F. Whitlock Jr.',
    'Amanuel Tesfaye G/Mariam',
    'И. И. Иванов',
    '王小明',
    '남승호',
  ]
  for (const name of names) assert.equal(isPersonName(name), true, name)
})

test('institutions, dates, places of work and single words are no names of people', () => {
  const others = [
    'University of Somewhere',
    'Kansai Language Lab',
    'Lakeview Rehabilitation Center',
    'Senior Economist',
    'River Bank',
    'Submitted Version',
    'May 2024',
    'Suhartono',
    'Neapolitanus IV',
    'how small errors travel',
    '清河大学',
    'Open Access',
    'Hogeschool Dijleland',
    'Blue Harbor Co-operative',
    'Revision B',
    'Halden Tidal A/S',
  ]
  for (const other of others) assert.equal(isPersonName(other), false, other)
})

test('degrees and grades are known, and are no part of a name', () => {
  for (const degree of ['MD', 'Ph.D.', 'MD PhD', 'MBBS', 'M.Sc.', 'RN']) assert.equal(isDegree(degree), true, degree)
  for (const grade of ['Life Fellow', 'Student Member', 'IEEE', 'Senior Member'])
    assert.equal(isGrade(grade), true, grade)
  for (const name of ['Li', 'Ma', 'Do Kim']) assert.equal(isDegree(name) || isGrade(name), false, name)
  assert.equal(plainName('Prof. Dr. Ada Example PhD'), 'Ada Example')
})

test('names in capitals are written like others', () => {
  assert.equal(plainName('GUDRÚN HELGADÓTTIR'), 'Gudrún Helgadóttir')
  assert.equal(plainName('ERIK J. VAN ’T HOF'), 'Erik J. van ’t Hof')
  assert.equal(plainName('CARLOS EDUARDO PRADO JR.'), 'Carlos Eduardo Prado Jr.')
  assert.equal(plainName('WILLIAM O. HARTSFIELD IV'), 'William O. Hartsfield IV')
  assert.equal(plainName('Yann LECUN'), 'Yann LECUN')
})
