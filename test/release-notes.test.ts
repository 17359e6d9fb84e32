import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cutReleaseNotes } from '../scripts/release-notes.ts'

const older = '## [1.1.0] - 2026-01-02\n\n### Fixed\n\n- A fault.\n\n## [1.0.0] - 2026-01-01\n\n- All.\n'
const notes = '# Longview 1.1.0 - 2026-01-02\n\n### Fixed\n\n- A fault.\n'

test('release notes are the section of the version, or what is unreleased', () => {
  assert.equal(cutReleaseNotes(`# Changelog\n\nAbout it.\n\n${older}`, '1.1.0'), notes)
  assert.equal(cutReleaseNotes(`# Changelog\n\n## [Unreleased]\n\n${older}`, '1.1.0'), notes)
  assert.equal(
    cutReleaseNotes(`# Changelog\n\n## [Unreleased]\n\n- New.\n\n${older}`, '1.1.0'),
    '# Longview Unreleased\n\n- New.\n',
  )
})

test('a version that the change log does not begin with is refused', () => {
  assert.throws(() => cutReleaseNotes(`# Changelog\n\n${older}`, '1.2.0'), /“\[1\.1\.0\] - 2026-01-02”.*1\.2\.0/u)
  assert.throws(() => cutReleaseNotes('# Changelog\n\n## [Unreleased]\n', '1.2.0'), /no section/u)
})
