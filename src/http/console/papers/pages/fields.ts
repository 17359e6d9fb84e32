import { chapters } from '#core/papers/chapter.ts'
import type { ValidationError } from '#core/failure.ts'
import { researchTypes } from '#core/papers/paper.ts'
import { html, type Html } from '#html.ts'
import { selectInput, otherErrors, textArea, textInput } from '#http/console/pages/form.ts'
import { paperFieldNames, type PaperFormValues } from '#http/console/papers/input.ts'

const none = { value: '', label: 'none' }
const chapterOptions = [none, ...chapters.map((number) => ({ value: String(number), label: String(number) }))]
const typeOptions = [none, ...researchTypes.map((type) => ({ value: type, label: type.replaceAll('_', ' ') }))]

/** Every field of a paper with its value and its errors. */
export const paperFormFields = (values: PaperFormValues, errors: readonly ValidationError[]): Html => {
  const of = (name: string, label: string, hint?: string) => ({
    name,
    label,
    value: values[name] ?? '',
    errors,
    ...(hint === undefined ? {} : { hint }),
  })
  return html`${otherErrors(errors, paperFieldNames)}
    ${textInput(of('title', 'Title'))}
    ${textArea({ ...of('authors', 'Authors', 'One a line, in the paper’s order.'), rows: 4 })}
    <div class="row">
      ${textInput({ ...of('year', 'Year'), inputmode: 'numeric' })}
      ${selectInput({ ...of('chapter', 'Chapter'), options: chapterOptions })}
      ${selectInput({ ...of('type', 'Type'), options: typeOptions })}
      ${textInput({ ...of('longHorizonScore', 'Long-horizon', '0 to 1'), inputmode: 'decimal' })}
      ${textInput({ ...of('enterpriseScore', 'Enterprise', '0 to 1'), inputmode: 'decimal' })}
    </div>
    ${textInput(of('institution', 'Institution'))}
    ${textInput({ ...of('url', 'Address of the paper'), inputmode: 'url' })}
    ${textInput({ ...of('storageUrl', 'Address of the PDF'), inputmode: 'url' })}
    ${textArea({ ...of('abstract', 'Abstract'), rows: 8 })}
    ${textArea({ ...of('houseCommentary', 'Commentary'), rows: 5 })}
    ${textArea({ ...of('concepts', 'Concepts', 'One a line.'), rows: 4 })}
    ${textArea({ ...of('topics', 'Topics', 'One a line.'), rows: 3 })}
    ${textArea({ ...of('frameworkMappings', 'Frameworks', 'One a line.'), rows: 3 })}
    <details${(values.fullText ?? '') !== '' && html` open`}><summary>Full text</summary>
    ${textArea({ ...of('fullText', 'Full text'), rows: 12 })}
    </details>`
}
