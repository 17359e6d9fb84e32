import type { LibraryWords } from '#core/papers/library-words.ts'
import type { Editor } from '#core/access/editor.ts'
import type { FieldChange } from '#core/papers/paper-diff.ts'
import type { VersionInfo } from '#core/papers/paper.ts'
import { html, type Html } from '#html.ts'
import { fieldDifferences } from '#http/console/pages/difference.ts'
import { scrollableTable } from '#http/console/pages/form.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import { actionButton, dateTime } from '#http/console/pages/parts.ts'
import type { Site } from './edit.ts'

type VersionsView = {
  editor: Editor
  words: LibraryWords
  id: string
  /** Newest first. */
  versions: readonly VersionInfo[]
  nameOf: (actor: string) => string
  compared: { from: number; to: number; changes: readonly FieldChange[] } | null
  canRestore: boolean
}

const restoreForm = (id: string, version: number, current: number): Html =>
  actionButton({
    path: `/console/papers/${id}/restore`,
    label: 'Restore',
    fields: { restored: version, version: current },
    style: 'plain',
  })

/** Who changed a paper and when, and the differences between any two versions. */
export const versionsPage = ({ site }: Site, view: VersionsView): Html => {
  const { editor, id, versions, nameOf, compared, canRestore, words } = view
  const current = versions[0]?.version ?? 0
  const row = ({ version, at, actor }: VersionInfo, index: number): Html => {
    const before = versions[index + 1]
    return html`<tr>
        <td>${version}</td><td>${dateTime(at)}</td><td>${nameOf(actor)}</td>
        <td>${
          before !== undefined &&
          html`<a href="/console/papers/${id}/versions?from=${before.version}&to=${version}">changes</a>`
        }</td>
        <td>${
          version !== current &&
          html`<a href="/console/papers/${id}/versions?from=${version}&to=${current}">compare with current</a>`
        }</td>
        <td>${canRestore && version !== current && restoreForm(id, version, current)}</td>
      </tr>`
  }
  return consolePage({
    title: `Versions of ${id}`,
    site,
    editor,
    activePath: '/console/papers',
    body: html`<h1>Versions of ${id}</h1>
      <p><a href="/console/papers/${id}/edit">Edit the paper</a></p>
      ${scrollableTable('Versions', ['Version', 'When (UTC)', 'Who', '', '', ''], versions.map(row))}
      ${
        compared !== null &&
        html`<h2>From version ${compared.from} to version ${compared.to}</h2>${fieldDifferences(compared.changes, words)}`
      }`,
  })
}
