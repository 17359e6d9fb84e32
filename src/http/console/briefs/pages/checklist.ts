import { type BriefCheck, briefChecks, type BriefFinding, isFault } from '#core/editorial/brief-checks.ts'
import type { Brief } from '#core/editorial/brief.ts'
import { weekLabel } from '#core/editorial/week.ts'
import { findMarks } from '#core/text/evidence-marks.ts'
import { findUnsupported } from '#core/evidence/statements.ts'
import { pluralize } from '#core/numbers.ts'
import { html, type Html } from '#html.ts'

export const BRIEFS_PATH = '/console/briefs'

/** Where each part of a brief is edited. */
const placeOf = (id: string, part: BriefFinding['part']): string =>
  part === 'week'
    ? `${BRIEFS_PATH}#week`
    : `${BRIEFS_PATH}/${id}#${{ title: 'title', summary: 'blocks', take: 'houseTake', featured: 'blocks' }[part]}`

const wordCount = (text: string): string => pluralize(text.match(/\S+/gu)?.length ?? 0, 'word', 'words')

/** How many marks there are, and how many sentences need one. */
const evidenceCount = (texts: readonly string[]): string => {
  const marks = texts.reduce((sum, text) => sum + findMarks(text).length, 0)
  const bare = texts.reduce((sum, text) => sum + findUnsupported(text).length, 0)
  const held = marks === 0 ? 'no marks' : marks === 1 ? 'the mark holds' : `all ${marks} marks hold`
  return bare === 0
    ? held
    : `${held}; ${pluralize(bare, 'sentence', 'sentences')} with a number or a comparison ${bare === 1 ? 'has' : 'have'} none`
}

/** What a check says that found nothing. */
const passed = ({ week, summary, take, featured }: Brief): Record<BriefCheck, string> => ({
  text: wordCount(summary),
  take: wordCount(take),
  papers: `${pluralize(featured.length, 'paper is', 'papers are')} featured, and public`,
  week: `${weekLabel(week)} has begun and has no other brief`,
  links: 'each leads somewhere',
  quotations: 'those that name a paper are in it',
  evidence: evidenceCount([summary, take]),
})

type ChecklistView = { brief: Brief; findings: readonly BriefFinding[]; houseName: string }

/** What is looked at before a brief is published: what is wrong, with its remedy, and what is not. */
export const checklist = ({ brief, findings, houseName }: ChecklistView): Html => {
  const names: Record<BriefCheck, string> = {
    text: 'Title and text',
    take: `${houseName}’s take`,
    papers: 'Papers',
    week: 'Week',
    links: 'Links',
    quotations: 'Quotations',
    evidence: 'Evidence',
  }
  const good = passed(brief)
  return html`<ul class="checklist">${briefChecks.map((check) => {
    const found = findings.filter((finding) => finding.check === check)
    const state = found.length === 0 ? 'good' : found.some(isFault) ? 'bad' : 'open'
    const sign = { good: '✓', bad: '✗', open: '?' }[state]
    return html`<li class="${state}"><span class="sign" aria-hidden="true">${sign}</span> <div><b>${names[check]}</b> ${
      found.length === 0
        ? html`<span class="quiet">${good[check]}</span>`
        : found.map(
            ({ part, message, remedy }) => html`<p>${message} <a href="${placeOf(brief.id, part)}">${remedy}</a></p>`,
          )
    }</div></li>`
  })}</ul>`
}

/** How a checklist ended, in a sentence. */
export const checklistSummary = (findings: readonly BriefFinding[]): string => {
  const faults = findings.filter(isFault).length
  const doubts = findings.length - faults
  if (findings.length === 0) return 'It is ready to be published.'
  const open = doubts === 0 ? '' : `${pluralize(doubts, 'thing', 'things')} for you to decide`
  if (faults === 0) return `It can be published, with ${open}.`
  return `It cannot be published yet: ${pluralize(faults, 'thing is', 'things are')} missing or wrong${open === '' ? '' : `, and ${open}`}.`
}
