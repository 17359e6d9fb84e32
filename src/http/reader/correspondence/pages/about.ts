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
<p class="lead">A collection of research on agents that work for hours, days and weeks, and on what they are worth in enterprises; read, scored and commented by people.</p>
<h2>How papers come in</h2>
<p>Researchers and programs submit papers; nothing is public before an editor has read it and decided. Editors place a paper in one of seven chapters, score it, and say in a commentary why it matters. A paper that turns out to be wrong is retracted: its address then tells when and why.</p>
<h2>What the scores mean</h2>
<dl class="prose">
<dt><strong>Long-horizon</strong></dt><dd>How much a paper says about work over many steps and long times, from 0 (nothing) to 1 (it is what the paper is about). Lists begin with the highest.</dd>
<dt><strong>Enterprise</strong></dt><dd>How much it says about use in enterprises, from 0 to 1.</dd>
</dl>
<p>Both are judgements of the editors about relevance, not grades of quality. The <a href="/map">map</a> shows every paper by the two of them.</p>
<h2>Trends, gaps and briefs</h2>
<p>A <a href="/concepts">concept</a> is emerging, growing or stable by a rule that counts papers and years; its page shows the counts. A <a href="/gaps">gap</a> is a question that the editors find unanswered, with the papers that come nearest. The <a href="/briefs">weekly brief</a> sums up what came in, and never changes once it is published.</p>
<h2>For programs</h2>
<p>Everything that is shown here can be read by programs, without a key: see the <a href="/docs">reference</a>. Keys to submit papers are given out on <a href="/contact">request</a>.</p>
<h2>What we keep about you</h2>
<p>Reading leaves no cookie. Your choice of a theme stays in your browser. A message or a subscription keeps what you type into it. So that nobody can flood us, each is counted for an hour under a code made from the sender's network address; the address itself is not kept.</p>`,
  })
