import type { ReplyTemplate } from '#core/review/reply-template.ts'
import { verdicts, type Verdict } from '#core/review/submission-state.ts'
import { html, type Html } from '#html.ts'
import { formTrouble } from '#http/console/pages/field.ts'
import { placeSearch, type Place } from '#http/console/queue/input.ts'
import { verdictWords } from './labels.ts'

/** A form as it was sent, to be shown again with what is wrong. */
export type Typed = { note: string; template: string; trouble: string | null }

export const nothingTyped: Typed = { note: '', template: '', trouble: null }

const noteField = (label: string, { note }: Typed): Html =>
  html`<label for="note">${label}</label>
      <textarea id="note" name="note" rows="4" maxlength="5000">${note}</textarea>`

const options = (event: Verdict, templates: readonly ReplyTemplate[], chosen: string): Html =>
  html`<optgroup label="${verdictWords[event].does}">${templates
    .filter((template) => template.event === event)
    .map(
      ({ id, name, body }) =>
        html`<option value="${id}" data-event="${event}" data-body="${body}"${id === chosen && html` selected`}>${name}</option>`,
    )}</optgroup>`

const button = (event: Verdict): Html =>
  html`<button class="${event}" type="submit" name="event" value="${event}" data-key="${verdictWords[event].key}">${verdictWords[event].does} <kbd>${verdictWords[event].key}</kbd></button>`

type Form = { id: string; version: number; place: Place; templates: readonly ReplyTemplate[]; typed: Typed }

/** Accept, ask or reject, with a note of one's own or a ready one. */
export const decideForm = ({ id, version, place, templates, typed }: Form): Html =>
  html`<form class="decide" method="post" action="/console/queue/${id}/decide${placeSearch(place)}" data-swap data-decide>
      <h2>Decide</h2>
      ${formTrouble(typed.trouble)}
      <input type="hidden" name="version" value="${version}" />
      ${noteField('Note to the submitter', typed)}
      <label for="template">Ready note, used when none is typed</label>
      <select id="template" name="template"><option value="">None</option>${verdicts.map((event) => options(event, templates, typed.template))}</select>
      <div class="buttons">${verdicts.map(button)}</div>
      <div data-ready hidden></div>
    </form>`

/** What a reviewer advises the editors to do. */
export const recommendForm = ({ id, place, typed }: Pick<Form, 'id' | 'place' | 'typed'>): Html =>
  html`<form class="decide" method="post" action="/console/queue/${id}/recommend${placeSearch(place)}" data-swap>
      <h2>Advise the editors</h2>
      ${formTrouble(typed.trouble)}
      ${noteField('Why, for the editors alone', typed)}
      <div class="buttons">${verdicts.map(button)}</div>
    </form>`
