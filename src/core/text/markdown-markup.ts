declare const brand: unique symbol

/** Markdown as markup, made by the renderer and by nothing else: whatever was typed is escaped in it. */
export type MarkdownMarkup = string & { readonly [brand]: true }
