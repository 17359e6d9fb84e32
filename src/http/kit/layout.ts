import { document, html, type Html, type Part } from '#html.ts'

/** The frame of every page. */
export const layout = ({ title, houseName, body }: { title: string; houseName: string; body: Part }): Html =>
  document(html`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>${title} · ${houseName}</title>
      <link rel="stylesheet" href="/assets/longview.css" />
    </head>
    <body>
      <header><a href="/">${houseName}</a></header>
      <main>${body}</main>
    </body>
  </html>`)

/** A page that says one thing. */
export const messagePage = ({ houseName }: { houseName: string }, title: string, sentence: string): Html =>
  layout({ title, houseName, body: html`<h1>${title}</h1><p>${sentence}</p>` })
