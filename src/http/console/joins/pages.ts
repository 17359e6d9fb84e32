import type { Editor } from '#core/access/editor.ts'
import type { Join } from '#core/imports/join.ts'
import { matchReasons } from '#core/papers/same-work/same-work.ts'
import { RETENTION_DAYS } from '#core/retention.ts'
import { html, type Html, withFormulas } from '#html.ts'
import { scrollableTable } from '#http/console/pages/form.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import { actionButton, dateTime } from '#http/console/pages/parts.ts'
import type { LiveSite } from '#ports/site.ts'

export const JOINS_PATH = '/console/joins'

type JoinsView = {
  editor: Editor
  joins: readonly Join[]
  isFirst: boolean
  isLast: boolean
  /** The record that was just separated. */
  separated: Join | null
  nameOf: (actor: string) => string
}

const paperLink = (id: string, title: string): Html =>
  html`<a href="/console/papers/${id}/edit" dir="auto">${withFormulas(title)}</a> <code>${id}</code>`

const action = ({ id, separated }: Join, nameOf: JoinsView['nameOf']): Html =>
  separated === null
    ? actionButton({ path: `${JOINS_PATH}/${id}/separate`, label: 'Separate' })
    : html`separated by ${nameOf(separated.by)}: <a href="/console/papers/${separated.paperId}/edit">${separated.paperId}</a>`

const row = (join: Join, nameOf: JoinsView['nameOf']): Html => {
  const { paper, paperId, paperTitle, match, filled, source, joinedAt } = join
  const names = Object.keys(filled)
  return html`<tr>
    <td>${dateTime(joinedAt)}</td>
    <td><span dir="auto">${withFormulas(paper.title)}</span><br /><span class="quiet">${source.format}, <bdi>${source.place}</bdi>, <bdi>${source.position}</bdi></span></td>
    <td>${paperLink(paperId, paperTitle)}<br /><span class="quiet">${matchReasons[match]}${names.length > 0 && html`; gave ${names.join(', ')}`}</span></td>
    <td>${action(join, nameOf)}</td>
  </tr>`
}

const notice = ({ paper, separated }: Pick<Join, 'paper' | 'separated'>): Html | false =>
  separated !== null &&
  html`<p class="done" role="status">Separated: <a href="/console/queue/${separated.paperId}" dir="auto">${withFormulas(paper.title)}</a> waits for review.</p>`

/** Records that were taken for papers that were there before, newest first. */
export const joinsPage = ({ site }: { site: LiveSite }, view: JoinsView): Html => {
  const { editor, joins, isFirst, isLast, separated, nameOf } = view
  return consolePage({
    title: 'Joined records',
    site,
    editor,
    activePath: '/console/proposals',
    body: html`<h1>Joined records</h1>
      <p>Imported records of the last ${RETENTION_DAYS.join} days that were taken for papers that were there before. Separating one makes it a paper of its own, which waits for review without its full text, and takes back what it gave the other paper.</p>
      ${separated !== null && notice(separated)}
      ${
        joins.length === 0
          ? html`<p>${isFirst ? 'No record was joined.' : 'There are no more.'}</p>`
          : scrollableTable(
              'Joined records',
              ['When', 'Record', 'Taken for', 'Separate'],
              joins.map((join) => row(join, nameOf)),
            )
      }
      ${!isFirst && html`<p><a href="${JOINS_PATH}">Back to the newest</a></p>`}
      ${!isLast && html`<p><a href="${JOINS_PATH}?before=${joins.at(-1)?.id}" rel="next">Older ones</a></p>`}`,
  })
}
