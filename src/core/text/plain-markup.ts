import type { MarkdownMarkup } from './markdown-markup.ts'
import { splitParagraphs } from './split-sections.ts'

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** A text as its paragraphs, with every mark as it was typed. */
export const plainMarkup = (text: string): MarkdownMarkup =>
  splitParagraphs(text)
    .map((paragraph) => `<p dir="auto">${paragraph.replaceAll(/[&<>"]/gu, (sign) => ESCAPES[sign] ?? sign)}</p>`)
    .join('\n') as MarkdownMarkup
