import type { Editor } from '#core/access/editor.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import { html, type Html, withFormulas } from '#html.ts'
import { hiddenInput, scrollableTable, textArea } from '#http/console/pages/form.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import type { LiveSite } from '#ports/site.ts'

type MergeView = { editor: Editor; duplicate: PaperWithText; kept: PaperWithText; note: string }

const ABSTRACT_SHOWN = 600

/** What tells two papers apart, each with its value. */
const facts: readonly [name: string, value: (paper: PaperWithText) => Html | string][] = [
  ['Title', ({ title }) => withFormulas(title)],
  ['Authors', ({ authors }) => authors.join(', ')],
  ['Year', ({ year }) => String(year)],
  ['DOI', ({ doi }) => doi ?? ''],
  ['arXiv id', ({ arxivId }) => arxivId ?? ''],
  ['Address', ({ url }) => url ?? ''],
  ['Published in', ({ container }) => container ?? ''],
  ['Concepts', ({ concepts }) => concepts.join('; ')],
  ['Abstract', ({ abstract }) => (abstract ?? '').slice(0, ABSTRACT_SHOWN)],
  ['Full text', ({ fullText }) => (fullText === null ? 'none' : `${fullText.length} characters`)],
]

/** A duplicate and the paper to keep side by side, and the button that merges them. */
export const mergePapersPage = ({ site }: { site: LiveSite }, { editor, duplicate, kept, note }: MergeView): Html => {
  const rows = facts.map(
    ([name, value]) =>
      html`<tr><th scope="row">${name}</th><td dir="auto">${value(duplicate)}</td><td dir="auto">${value(kept)}</td></tr>`,
  )
  return consolePage({
    title: `Merge ${duplicate.id} into ${kept.id}`,
    site,
    editor,
    activePath: '/console/papers',
    body: html`<h1>Merge ${duplicate.id} into ${kept.id}</h1>
      <p><code>/papers/${duplicate.id}</code> then redirects to <code>/papers/${kept.id}</code>, which gets its concepts and its places in gaps, and ${duplicate.id} is never used again. Nothing else of ${duplicate.id} is kept.</p>
      ${scrollableTable('Both papers', ['', `${duplicate.id}, the duplicate`, `${kept.id}, which is kept`], rows)}
      <form class="stack" method="post" action="/console/papers/${duplicate.id}/merge">${hiddenInput('into', kept.id)}
        ${textArea({ name: 'note', label: 'Note to the submitter (optional)', value: note, rows: 2, errors: [] })}
        <p class="acts"><button type="submit">Merge</button> <a href="/console/papers/${duplicate.id}/edit">Not now</a></p>
      </form>
      <p><a href="/console/papers/${kept.id}/merge?into=${duplicate.id}">Keep ${duplicate.id} instead</a></p>`,
  })
}
