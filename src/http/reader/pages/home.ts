import { html, type Html } from '#html.ts'
import type { Stats } from '#ports/editorial.ts'
import { layout } from '../../kit/layout.ts'

const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`

/** The first page: what is here, and the doors to it. */
export const homePage = ({ houseName }: { houseName: string }, { papers, concepts, sources }: Stats): Html =>
  layout({
    title: 'Library',
    houseName,
    at: '/',
    body: html`<h1>The library</h1>
      <p class="lead">
        ${plural(papers, 'paper', 'papers')} from ${plural(sources, 'source', 'sources')}, read and scored by the house, with
        ${plural(concepts, 'concept', 'concepts')} followed over the years.
      </p>
      <ul>
        <li><a href="/api/papers?limit=20">Papers</a>, best long-horizon score first (JSON)</li>
        <li><a href="/api/v1/concepts">Concepts</a> with their trends, <a href="/api/v1/gaps">research gaps</a> and the
          <a href="/api/v1/briefs/latest">latest weekly brief</a> (JSON)</li>
        <li><a href="/docs">Reference</a> of both APIs, also as <a href="/openapi.json">OpenAPI</a></li>
      </ul>`,
  })
