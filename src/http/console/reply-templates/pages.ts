import type { Editor } from '#core/access/editor.ts'
import type { ValidationError } from '#core/failure.ts'
import type { ReplyTemplate } from '#core/review/reply-template.ts'
import { MAX_NOTE_LENGTH, verdicts } from '#core/review/submission.ts'
import { html, type Html } from '#html.ts'
import { formError, successNotice } from '#http/console/pages/form.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import { verdictLabels } from '#http/console/queue/pages/parts.ts'
import { assetUrl } from '#http/pages/layout.ts'
import type { LiveSite } from '#ports/site.ts'

/** A submitted form with its errors. */
export type ReplyTemplateFormState = { template: ReplyTemplate; error: string; errors: readonly ValidationError[] }

const emptyTemplate: ReplyTemplate = { id: '', event: 'ask', name: '', body: '' }

const fieldError = (submitted: ReplyTemplateFormState | null, path: string, id: string): Html | false => {
  const wrong = submitted?.errors.find((each) => each.path === path)
  return wrong !== undefined && html`<p class="error" id="${path}-${id}-error">This ${wrong.message}.</p>`
}

const described = (submitted: ReplyTemplateFormState | null, path: string, id: string): Html | false =>
  submitted?.errors.some((each) => each.path === path) === true &&
  html` aria-invalid="true" aria-describedby="${path}-${id}-error"`

const form = (template: ReplyTemplate, submitted: ReplyTemplateFormState | null): Html => {
  const mine = submitted?.template.id === template.id ? submitted : null
  const { id, event, name, body } = mine?.template ?? template
  const key = id === '' ? 'new' : id
  return html`<form class="reply-template" method="post" action="/console/notes">
      ${formError(mine?.error ?? null)}
      <input type="hidden" name="id" value="${id}" />
      <div class="field"><label for="name-${key}">Name</label><input id="name-${key}" name="name" value="${name}" required${described(mine, 'name', key)} />${fieldError(mine, 'name', key)}</div>
      <div class="field"><label for="event-${key}">For</label><select id="event-${key}" name="event">${verdicts.map(
        (each) =>
          html`<option value="${each}"${each === event && html` selected`}>${verdictLabels[each].does}</option>`,
      )}</select></div>
      <div class="field"><label for="body-${key}">Text</label><textarea id="body-${key}" name="body" rows="3" maxlength="${MAX_NOTE_LENGTH}"${described(mine, 'body', key)}>${body}</textarea>${fieldError(mine, 'body', key)}</div>
      <button type="submit" name="act" value="save">${id === '' ? 'Add' : 'Save'}</button>
      ${id !== '' && html`<button class="plain" type="submit" name="act" value="remove">Remove</button>`}
    </form>`
}

type ReplyTemplatesView = {
  editor: Editor
  templates: readonly ReplyTemplate[]
  formState: ReplyTemplateFormState | null
  done: string | null
}

export const replyTemplatesPage = (
  { site }: { site: LiveSite },
  { editor, templates, formState, done }: ReplyTemplatesView,
): Html =>
  consolePage({
    title: 'Reply templates',
    site,
    editor,
    activePath: '/console/notes',
    head: html`<link rel="stylesheet" href="${assetUrl('console-queue.css')}" />`,
    body: html`<h1>Reply templates</h1>
      ${successNotice(done)}
      <p class="quiet">The queue offers each template with its decision. Editors can change the text before they send it.</p>
      ${templates.map((template) => form(template, formState))}
      <h2>New template</h2>
      ${form(emptyTemplate, formState)}`,
  })
