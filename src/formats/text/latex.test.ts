import assert from 'node:assert/strict'
import { test } from 'node:test'
import { latexToText } from './latex.ts'

test('TeX becomes Unicode, mathematics stays mathematics', () => {
  const cases: [string, string][] = [
    [
      String.raw`G{\"o}del, \'E{}mile, \'{E}lan, {\'\i}, \v{S}im\r{u}nek, M{\o}ller, Erd\H{o}s, \c{C}a`,
      'Gödel, Émile, Élan, í, Šimůnek, Møller, Erdős, Ça',
    ],
    [String.raw`{\ss}\ \O{} {\L}ukasz \aa{} {\AE}`, 'ß Ø Łukasz å Æ'],
    [String.raw`$\tau^2$-Bench for {LLMs}: $x_i \le \alpha$`, String.raw`$\tau^2$-Bench for LLMs: $x_i \le \alpha$`],
    [String.raw`costs \$5 and $10 or 50\% \& more\_or\#less`, 'costs $5 and $10 or 50% & more_or#less'],
    [
      String.raw`\emph{and} \textbf{b} m\textsuperscript{2} CO\textsubscript{2} --- a~b, pages 1--2`,
      'and b m² CO₂ — a b, pages 1–2',
    ],
    [String.raw`\textbackslash{}x \textbraceleft{} \unknown{y}`, String.raw`\x { \unknowny`],
    [
      String.raw`\ensuremath{\alpha_{i}} \mbox{in one} \href{https://example.org/a_b}{a word} \protect\emph{x} \(a^2\)`,
      String.raw`$\alpha_{i}$ in one a word x \(a^2\)`,
    ],
    ['plain < text > & all', 'plain < text > & all'],
    [String.raw`{The {$\alpha$} thing: $x^2$ and {\$}5}`, String.raw`The $\alpha$ thing: $x^2$ and $5`],
    [String.raw`{{$\beta$}-catenin costs {\$}5 or $x$}`, String.raw`$\beta$-catenin costs $5 or $x$`],
    [String.raw`{\$}x{\^{}}2{\$} d{\'}Alembert, ~user is \~{}user`, "$x^2$ d'Alembert,  user is ~user"],
    [String.raw`\texorpdfstring{$\tau$}{tau}-leptons\hspace{1pt}$^{\dag}$ \dag`, String.raw`$\tau$-leptons$^{\dag}$ †`],
  ]
  for (const [latex, text] of cases) assert.equal(latexToText(latex), text, latex)
})
