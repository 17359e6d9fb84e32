/** An element as it begins, without what is in it. */
export type OpenedElement = { name: string; attributes: Record<string, string> }

/** Takes what it needs of a page as the page is read, and keeps nothing else. */
export type PageListener = {
  open: (element: OpenedElement) => void
  text: (text: string) => void
  close: (name: string) => void
}
