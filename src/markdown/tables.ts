import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table'

/** Tables of GitHub-flavoured Markdown, each in a box of its own that scrolls where the page is too narrow. */

export const tableSyntax = gfmTable()
export const tableMarkup = gfmTableHtml()

const TAG = /<(?:table|\/table|th(?: align="(?<head>left|right|center)")?|td align="(?<cell>left|right|center)")>/gu

/** All that a text contributes is escaped, so these tags are those of the extension. */
export const writeTables = (markup: string): string => {
  let tables = 0
  return markup.replaceAll(TAG, (tag, head?: string, cell?: string) => {
    if (tag === '<table>') {
      tables += 1
      return `<div class="scroll" tabindex="0" role="region" aria-label="Table ${tables}"><table>`
    }
    if (tag === '</table>') return '</table></div>'
    if (cell !== undefined) return `<td class="${cell}">`
    return head === undefined ? '<th scope="col">' : `<th scope="col" class="${head}">`
  })
}
