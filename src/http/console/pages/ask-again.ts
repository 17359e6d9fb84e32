import type { Editor } from '#core/access/editor.ts'
import { html, type Html } from '#html.ts'
import { type FormBody } from '#http/input/body.ts'
import { hiddenInput } from './form.ts'
import { consolePage } from './frame.ts'
import type { LiveSite } from '#ports/site.ts'

type AskAgainView = {
  editor: Editor
  /** What the page asks about, as its heading. */
  title: string
  /** What happens then. */
  consequence: string
  /** Where the form goes, and what the button says. */
  path: string
  label: string
  /** The form that was sent, which is sent again. */
  sent: FormBody['pairs']
  /** The page to go back to. */
  back: string
}

export const ANSWER_FIELD = 'sure'

/** Whether the page below has been answered. */
export const isSure = ({ fields }: Pick<FormBody, 'fields'>): boolean => fields[ANSWER_FIELD] === 'yes'

/** The fields of a form without the answer. */
export const withoutAnswer = ({ fields }: Pick<FormBody, 'fields'>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => name !== ANSWER_FIELD))

/** Asks once more before something that cannot be taken back. */
export const askAgainPage = ({ site }: { site: LiveSite }, view: AskAgainView): Html =>
  consolePage({
    title: view.title,
    site,
    editor: view.editor,
    body: html`<h1>${view.title}</h1>
      <p class="lead">${view.consequence}</p>
      <form class="stack" method="post" action="${view.path}">
        ${view.sent.map(([name, value]) => name !== ANSWER_FIELD && hiddenInput(name, value))}
        ${hiddenInput(ANSWER_FIELD, 'yes')}
        <button type="submit">${view.label}</button>
      </form>
      <p><a href="${view.back}">Cancel; nothing has been done</a></p>`,
  })
