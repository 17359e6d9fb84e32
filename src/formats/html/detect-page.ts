import { schemaOrgKinds } from '#formats/json/schema-org.ts'

/** Browsers write where a page was saved from before it. */
const PAGE = /^\s*(?:<\?xml[^>]{0,200}\?>\s*)?(?:<!--[^>]{0,2000}-->\s*)?(?:<!doctype html|<html)\b/iu

/** Whether a text is a web page, by its beginning. */
export const isWebPage = (head: string): boolean => PAGE.test(head)

const metaNamed = (name: string): RegExp =>
  new RegExp(`<meta\\s[^<>]{0,4000}?\\b(?:name|property)\\s{0,5}=\\s{0,5}["']?(?:bepress_)?${name}["'\\s/>]`, 'iu')

const TITLE = metaNamed('citation_title')
const CORE = ['title', 'creator'].map((name) => metaNamed(`dc(?:terms)?[.:_]${name}`))
const DATA = new RegExp(
  `"@type"\\s{0,9}:\\s{0,9}\\[?\\s{0,9}"(?:https?://schema\\.org/)?(?:${schemaOrgKinds.join('|')})"`,
  'u',
)
const LISTING = /<div\s+class\s*=\s*["']?list-title\b/iu

/**
 * Whether a web page describes a work in its metadata, or is one of arXiv's lists. It must do so in its first characters, which are all
 * that a format is recognised by.
 */
export const describesWork = (head: string): boolean =>
  isWebPage(head) &&
  (TITLE.test(head) ||
    CORE.every((pattern) => pattern.test(head)) ||
    (/application\/ld\+json/iu.test(head) && DATA.test(head)) ||
    (/arxiv\.org/iu.test(head) && LISTING.test(head)))
