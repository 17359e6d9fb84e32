/**
 * The release notes: the first section of CHANGELOG.md that says anything. That is
 * “Unreleased” while something is unreleased, and otherwise has to be that of this version.
 */
export const cutReleaseNotes = (changelog: string, version: string): string => {
  const [, ...sections] = changelog.split(/^## /mu)
  for (const section of sections) {
    const [heading = '', ...lines] = section.split('\n')
    const text = lines.join('\n').trim()
    if (text === '') continue
    const named = /^\[(?<name>[^\]]+)\]/u.exec(heading)?.groups?.name
    if (named === 'Unreleased' || named === version)
      return `# Longview ${heading.replaceAll(/[[\]]/gu, '')}\n\n${text}\n`
    throw new Error(`The newest section of CHANGELOG.md is “${heading}”, and package.json has version ${version}.`)
  }
  throw new Error('CHANGELOG.md has no section that says anything.')
}
