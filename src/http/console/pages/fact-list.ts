import { html, type Html } from '#html.ts'

/** What is known of one thing, a name and a value each. */
export const factList = (facts: readonly (readonly [string, string | number | Html])[]): Html =>
  html`<dl class="facts fact-list">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`
