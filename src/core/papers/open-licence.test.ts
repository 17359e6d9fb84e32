import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openLicence } from './open-licence.ts'

const open: [string, string][] = [
  ['http://creativecommons.org/licenses/by/4.0/', 'CC-BY-4.0'],
  ['https://creativecommons.org/licenses/by/4.0', 'CC-BY-4.0'],
  ['https://www.creativecommons.org/licenses/by-sa/3.0/us/legalcode', 'CC-BY-SA-3.0'],
  ['https://creativecommons.org/licenses/by/3.0/igo/', 'CC-BY-3.0'],
  ['https://creativecommons.org/publicdomain/zero/1.0/', 'CC0-1.0'],
  ['https://creativecommons.org/publicdomain/mark/1.0/', 'PDM-1.0'],
  ['https://opendatacommons.org/licenses/by/1-0/', 'ODC-By-1.0'],
  ['https://www.apache.org/licenses/LICENSE-2.0', 'Apache-2.0'],
  ['cc-by', 'CC-BY'],
  ['CCBY', 'CC-BY'],
  ['CCBYSA', 'CC-BY-SA'],
  ['CC BY 4.0', 'CC-BY-4.0'],
  ['CC-BY-SA-4.0', 'CC-BY-SA-4.0'],
  ['Creative Commons Attribution 4.0 International', 'CC-BY-4.0'],
  ['Creative Commons Attribution License', 'CC-BY'],
  ['Creative Commons Attribution 4.0 International (CC BY 4.0)', 'CC-BY-4.0'],
  ['Creative Commons Attribution-ShareAlike 4.0 International License', 'CC-BY-SA-4.0'],
  ['CC0', 'CC0-1.0'],
  ['CC0 1.0 Universal', 'CC0-1.0'],
  ['public-domain', 'PDM-1.0'],
  ['MIT License', 'MIT'],
  ['Apache License, Version 2.0', 'Apache-2.0'],
]

const closed = [
  '',
  'other-oa',
  'publisher-specific-oa',
  'http://arxiv.org/licenses/nonexclusive-distrib/1.0/',
  'https://creativecommons.org/licenses/by-nc/4.0/',
  'https://creativecommons.org/licenses/by-nd/4.0/',
  'https://creativecommons.org/licenses/by-nc-sa/4.0/',
  'https://creativecommons.org/licenses/by/9.0/',
  'https://creativecommons.org/licenses/by/',
  'https://creativecommons.org.example/licenses/by/4.0/',
  'https://example.org/?creativecommons.org/licenses/by/4.0/',
  'cc-by-nc',
  'CCBYNCND',
  'cc by nd 4.0',
  'CC BY 9.0',
  'Creative Commons Attribution-NonCommercial 4.0 International',
  'Creative Commons Attribution 4.0 International (CC BY-NC 4.0)',
  'This is not under the Creative Commons Attribution License',
  'Creative Commons Attribution License, except for the figures',
  'All rights reserved',
  'https://www.elsevier.com/tdm/userlicense/1.0/',
]

test('open licences are known by their addresses and their names', () => {
  for (const [given, id] of open) assert.equal(openLicence(given)?.id, id, given)
  assert.equal(openLicence('CC BY 4.0')?.address, 'https://creativecommons.org/licenses/by/4.0/')
  assert.equal(openLicence('cc-by')?.address, null)
})

test('what is not surely open is not', () => {
  assert.equal(openLicence(null), null)
  for (const given of closed) assert.equal(openLicence(given), null, given)
})
