import { chapters } from '#core/papers/chapter.ts'
import type { ValidationError } from '#core/failure.ts'
import { bibliographyFields as publicationFieldNames, publicationKinds } from '#core/papers/bibliography.ts'
import { researchTypes } from '#core/papers/paper.ts'
import { html, type Html } from '#html.ts'
import { selectInput, otherErrors, textArea, textInput } from '#http/console/pages/form.ts'
import { paperFieldNames, type PaperFormValues } from '#http/console/papers/input.ts'

const none = { value: '', label: 'none' }
const chapterOptions = [none, ...chapters.map((number) => ({ value: String(number), label: String(number) }))]
const typeOptions = [none, ...researchTypes.map((type) => ({ value: type, label: type.replaceAll('_', ' ') }))]

const kindOptions = [none, ...publicationKinds.map((kind) => ({ value: kind, label: kind.replaceAll('-', ' ') }))]

type Labelled = (name: string, label: string, hint?: string) => Parameters<typeof textInput>[0]

/** What citations need; folded away while there is nothing in it and nothing wrong with it. */
const publicationSection = (of: Labelled, isOpen: boolean): Html =>
  html`<details${isOpen && html` open`}><summary>Publication</summary>
    <div class="row">
      ${selectInput({ ...of('kind', 'Kind'), options: kindOptions })}
      ${textInput(of('date', 'Date', 'Such as 2024-05-17 or 2024-05.'))}
      ${textInput(of('doi', 'DOI'))}
      ${textInput(of('arxivId', 'arXiv id'))}
    </div>
    ${textInput(of('container', 'Journal, proceedings or book'))}
    <div class="row">
      ${textInput(of('volume', 'Volume'))}
      ${textInput(of('issue', 'Issue'))}
      ${textInput(of('pages', 'Pages'))}
    </div>
    ${textInput(of('publisher', 'Publisher'))}
    ${textInput(of('license', 'Licence', 'Its address, or its name.'))}
    ${textArea({ ...of('authorNames', 'Names as sorted', 'One a line: Ada Lovelace = Lovelace, Ada'), rows: 3 })}
    </details>`

/** Every field of a paper with its value and its errors. */
export const paperFormFields = (values: PaperFormValues, errors: readonly ValidationError[]): Html => {
  const of = (name: string, label: string, hint?: string) => ({
    name,
    label,
    value: values[name] ?? '',
    errors,
    ...(hint === undefined ? {} : { hint }),
  })
  const isOpen = publicationFieldNames.some(
    (name) => (values[name] ?? '') !== '' || errors.some(({ path }) => path.split('.')[0] === name),
  )
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
    ${publicationSection(of, isOpen)}
    ${textArea({ ...of('abstract', 'Abstract'), rows: 8 })}
    ${textArea({ ...of('houseCommentary', 'Commentary'), rows: 5 })}
    ${textArea({ ...of('concepts', 'Concepts', 'One a line.'), rows: 4 })}
    ${textArea({ ...of('topics', 'Topics', 'One a line.'), rows: 3 })}
    ${textArea({ ...of('frameworkMappings', 'Frameworks', 'One a line.'), rows: 3 })}
    <details${(values.fullText ?? '') !== '' && html` open`}><summary>Full text</summary>
    ${textArea({ ...of('fullText', 'Full text'), rows: 12 })}
    </details>`
}
