import { html, type Html } from '#html.ts'
import { hiddenInput } from './form.ts'

type ActionButton = {
  path: string
  label: string
  /** What is sent along. */
  fields?: Record<string, string | number>
  look?: 'as-link' | 'plain'
}

/** A form that is one button, such as the actions of a row. */
export const actionButton = ({ path, label, fields = {}, look = 'as-link' }: ActionButton): Html =>
  html`<form method="post" action="${path}">${Object.entries(fields).map(([name, value]) => hiddenInput(name, value))}<button class="${look}" type="submit">${label}</button></form>`
