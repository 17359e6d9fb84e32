import type { PublishedBrief } from '#core/editorial/brief.ts'
import { normalizeText, textError } from '#core/text/normalize-text.ts'
import { parseWeek, weekId, weekLabel } from '#core/editorial/week.ts'

const FRONT_MATTER_LINE = /^(?<name>week|title|published|featured):(?<value>.*)$/u
const SECTION_HEADINGS = ['## Summary', '## House take'] as const

type FrontMatter = Map<string, { value: string; line: number }>

/** Noon UTC of a day such as 2026-11-20; null if there is no such day. */
const noonOfDay = (day: string): string | null => {
  const noon = `${day}T12:00:00.000Z`
  const at = new Date(noon)
  // 2026-02-30 would parse as a day in March, so the result must round-trip.
  return !Number.isNaN(at.getTime()) && at.toISOString() === noon ? noon : null
}

class BriefSyntaxError extends Error {
  readonly line: number
  constructor(line: number, message: string) {
    super(message)
    this.line = line
  }
}

const parseFrontMatter = (lines: readonly string[]): { head: FrontMatter; end: number } => {
  if (lines[0] !== '---') throw new BriefSyntaxError(1, 'must begin with a line of three dashes')
  const end = lines.indexOf('---', 1)
  if (end === -1) throw new BriefSyntaxError(1, 'the front matter must end with a line of three dashes')
  const head: FrontMatter = new Map()
  for (const [index, text] of lines.slice(1, end).entries()) {
    const { name, value = '' } = FRONT_MATTER_LINE.exec(text)?.groups ?? {}
    // Only featured: may be empty, for a week without featured papers.
    if (name === undefined || (value.trim() === '' && name !== 'featured'))
      throw new BriefSyntaxError(index + 2, 'must be week:, title:, published: or featured: with a value')
    head.set(name, { value: value.trim(), line: index + 2 })
  }
  return { head, end }
}

const parseSection = (lines: readonly string[], heading: (typeof SECTION_HEADINGS)[number]): string => {
  const from = lines.indexOf(heading)
  if (from === -1) throw new BriefSyntaxError(lines.length, `there is no section "${heading}"`)
  const after = lines.findIndex((text, index) => index > from && text.startsWith('## '))
  const body = lines
    .slice(from + 1, after === -1 ? lines.length : after)
    .join('\n')
    .trim()
  if (body === '') throw new BriefSyntaxError(from + 1, `"${heading}" is empty`)
  return body
}

const parseBrief = (lines: readonly string[]): PublishedBrief => {
  const { head, end } = parseFrontMatter(lines)
  const wanted = (name: string): { value: string; line: number } => {
    const entry = head.get(name)
    if (entry === undefined) throw new BriefSyntaxError(end + 1, `the front matter has no ${name}:`)
    return entry
  }
  const week = parseWeek(wanted('week').value)
  if (week === null) throw new BriefSyntaxError(wanted('week').line, 'week must have the form "Week 47, 2026"')
  const published = wanted('published')
  const publishedAt = noonOfDay(published.value)
  if (publishedAt === null) throw new BriefSyntaxError(published.line, 'published must be a day such as 2026-11-20')
  return {
    id: weekId(week),
    week,
    title: wanted('title').value,
    summary: parseSection(lines, '## Summary'),
    take: parseSection(lines, '## House take'),
    featured: wanted('featured')
      .value.split(',')
      .map((id) => id.trim())
      .filter((id) => id !== ''),
    publishedAt,
  }
}

export type ParsedBrief = { ok: true; brief: PublishedBrief } | { ok: false; line: number; message: string }

/** Parses a brief in Markdown: front matter (week, title, published, featured) followed by two sections. */
export const parseBriefMarkdown = (text: string): ParsedBrief => {
  const message = textError(text, 'block')
  if (message !== null) return { ok: false, line: 1, message }
  try {
    return { ok: true, brief: parseBrief(normalizeText(text, 'block').split(/\r?\n/u)) }
  } catch (error) {
    if (error instanceof BriefSyntaxError) return { ok: false, line: error.line, message: error.message }
    throw error
  }
}

/** The inverse of `parseBriefMarkdown`, for editing. */
export const presentBriefMarkdown = (brief: PublishedBrief): string =>
  [
    '---',
    `week: ${weekLabel(brief.week)}`,
    `title: ${brief.title}`,
    `published: ${brief.publishedAt.slice(0, 10)}`,
    `featured: ${brief.featured.join(', ')}`,
    '---',
    '',
    SECTION_HEADINGS[0],
    '',
    brief.summary,
    '',
    SECTION_HEADINGS[1],
    '',
    brief.take,
    '',
  ].join('\n')
