import { html, type Html } from '#html.ts'
import { layout } from '#http/pages/layout.ts'

/** What the corpus is, how it is made, and how to take part. */
export const aboutPage = (houseName: string): Html =>
  layout({
    title: 'About',
    houseName,
    activePath: '/about',
    description: `What the library of ${houseName} is, how papers come into it, and what its scores mean.`,
    body: html`<h1>About this library</h1>
<p class="lead">A collection of research on agents that work for hours, days and weeks, and on their value in enterprises. People read, score and comment on every paper.</p>
<h2>How papers come in</h2>
<p>Researchers and programs submit papers; nothing is public until an editor has read it and accepted it. Editors place a paper in one of seven chapters, score it, and say in a commentary why it matters. A paper that turns out to be wrong is retracted, and its page then says when and why.</p>
<h2>What the scores mean</h2>
<dl class="prose">
<dt><strong>Long-horizon</strong></dt><dd>How much a paper says about work over many steps and long periods, from 0 (nothing) to 1 (its main subject). Lists begin with the highest.</dd>
<dt><strong>Enterprise</strong></dt><dd>How much it says about use in enterprises, from 0 to 1.</dd>
</dl>
<p>Both are judgements of the editors about relevance, not grades of quality. The <a href="/map">map</a> places every paper by both scores.</p>
<h2>Trends, gaps and briefs</h2>
<p>A <a href="/concepts">concept</a> is emerging, growing or stable by a rule that counts papers and years; its page shows the counts. A <a href="/gaps">gap</a> is a question that the editors find unanswered, with the papers that come closest to an answer. The <a href="/briefs">weekly brief</a> sums up the papers that came in, and never changes once it is published.</p>
<h2>What judgements rest on</h2>
<p>Where this library holds no full text of a paper, its summary, scores and commentary may rest on the abstract alone. In the example library that comes with Longview they do. A gap that finds no paper on a question then speaks of abstracts, and a full text may hold what the editors did not see.</p>
<h2>For programs</h2>
<p>Programs can read everything here without a key: see the <a href="/docs">reference</a>. <a href="/contact">Ask us</a> for a key to submit papers.</p>
<h2>What we keep about you</h2>
<p>Reading sets no cookie, and your choice of theme stays in your browser. When you send a message or subscribe, we store what you enter. To limit abuse, we count each for an hour under a hash of the sender's network address; we do not store the address itself.</p>`,
  })
