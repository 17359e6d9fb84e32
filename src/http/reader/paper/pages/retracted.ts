import { html, type Html } from '#html.ts'
import { dateElement } from '#http/reader/day.ts'
import { layout } from '#http/pages/layout.ts'

/** What is still said of a paper that was taken back: when and why, as the APIs say it. */
export const retractedPage = (
  houseName: string,
  { id, retractedAt, reason }: { id: string; retractedAt: string; reason: string },
): Html =>
  layout({
    title: 'Retracted paper',
    houseName,
    activePath: '/',
    body: html`<h1>Retracted paper</h1>
      <div class="notice bad">
        <p><strong>The paper ${id} was retracted on ${dateElement(retractedAt)}.</strong></p>
        <p dir="auto">${reason}</p>
      </div>
      <p>Its content is no longer part of the library. <a href="/">Look for other papers</a>.</p>`,
  })
