import assert from 'node:assert/strict'
import { test } from 'node:test'
import { texAccents, texName, texText } from './tex-text.ts'

test('accents, commands, ties and dashes of TeX become text', () => {
  const cases: [string, string][] = [
    [String.raw`M{\"u}ller, M\"uller, G{\"{o}}del and Poincar\'e`, 'Müller, Müller, Gödel and Poincaré'],
    [
      String.raw`{\L}ukasz, {\O}rsted, \O{}rsted, Stra{\ss}e, na\"{\i}ve, Bar\-ce\-lo\-na`,
      'Łukasz, Ørsted, Ørsted, Straße, naïve, Barcelona',
    ],
    [
      String.raw`Erd\H{o}s--R\'enyi graphs, Sim{\r u}nek, \v Cech, \c{C}a, t{â}tonnement`,
      'Erdős–Rényi graphs, Simůnek, Čech, Ça, tâtonnement',
    ],
    [String.raw`{\LaTeX}, \LaTeX{} and \TeX are \emph{old} {\em tools}`, 'LaTeX, LaTeX and TeX are old tools'],
    [String.raw`\textbf{\textsc{AGP}} is 50\% better \& costs \$5 a run`, 'AGP is 50% better & costs $5 a run'],
    [
      String.raw`m\textsuperscript{2}, CO\textsubscript{2}, Pass\^{}1, 360{\deg}, {\alpha}-UMI`,
      'm², CO₂, Pass^1, 360°, α-UMI',
    ],
    [
      String.raw`Figure~3, Models~(LLMs), Opus~4.6, (i)~first, by~35\%, ICLR~'25`,
      "Figure 3, Models (LLMs), Opus 4.6, (i) first, by 35%, ICLR '25",
    ],
    ['pages 25--60, views---rather than, one --- two', 'pages 25–60, views—rather than, one — two'],
    ["a ``semantic gap'' between", 'a “semantic gap” between'],
    [
      String.raw`at \href{https://example.org/a_b}{this page}, \url{https://example.org/~me}`,
      'at this page (https://example.org/a_b), https://example.org/~me',
    ],
    [String.raw`visit~\url{https://example.org/a--b}.`, 'visit https://example.org/a--b.'],
    [String.raw`An agent\footnote{The code is public.} acts`, 'An agent (The code is public.) acts'],
    [String.raw`with {E}xperiential {L}earning`, 'with Experiential Learning'],
  ]
  for (const [tex, text] of cases) {
    assert.equal(texText(tex), text, tex)
    assert.equal(texText(text), text, `${text}: once is enough`)
  }
})

test('mathematics stays as it is, also within formatted words', () => {
  const cases: [string, string][] = [
    [
      String.raw`\textbf{$\tau^2$-Bench} for $x_i \le \text{M\"uller}$`,
      String.raw`$\tau^2$-Bench for $x_i \le \text{M\"uller}$`,
    ],
    [String.raw`\(a~b\), \[\emph{x}\] and $$a--b$$`, String.raw`\(a~b\), \[\emph{x}\] and $$a--b$$`],
    [String.raw`14~$\pm$~2\%`, String.raw`14 $\pm$ 2%`],
    ['a\u0915\u093C~b', 'a\u0915\u093C b'],
    // Without their backslashes, these dollar signs would enclose a formula.
    [String.raw`between \$x_1 and x_2\$ or 5\%`, String.raw`between \$x_1 and x_2\$ or 5%`],
  ]
  for (const [tex, text] of cases) assert.equal(texText(tex), text, tex)
})

test('what is not TeX is never changed', () => {
  for (const text of [
    'prices of $5 and $10, $3.50 (~14x cheaper), US$5 or A$7',
    String.raw`C:\temp\new\emph{x}, D:\data\%USERNAME%\Documents, \\server\share\o, .\build\o and %APPDATA%\o`,
    String.raw`the pattern \d+\.\w{2}\S* finds \t, \n and \r\n, and \d{3} digits`,
    String.raw`{\"name\": \"Ada\", \"age\": 36}`,
    String.raw`it\'s what they don\'t say, O\'Neill`,
    'run `a --flag ~/x \\emph{y}` with --force and a -- b, i--',
    '~35 actions, about ~81%, 5~10 agents, y~x, ~/home, example.org/~user',
    'The set {ADD, UPDATE, DELETE}, {3,5,10}, F(x) + R_{-i}, {name}',
    String.raw`our \method{} and \cite{a}`,
    '---\n\ntext\n\n---',
    String.raw`a \unknown{b} \begin{itemize} \item c \end{itemize}`,
  ])
    assert.equal(texText(text), text)
})

test('names have accents where prose would have code', () => {
  assert.equal(texName(String.raw`Jan Mi\'s, \.Ismet, {\v S}ime, \v a, O\'Neill`), "Jan Miś, İsmet, Šime, ǎ, O\\'Neill")
})

test('accents alone leave every other sign', () => {
  const cases: [string, string][] = [
    [
      String.raw`Erd\H{o}s, G\"odel, {\'E}mile, Andr\'e, \O{}rsted, \v Cech`,
      'Erdős, Gödel, Émile, André, Ørsted, Čech',
    ],
    [
      String.raw`50% of {x} -- \textit{y} $\alpha'$ \cite{a} ~`,
      String.raw`50% of {x} -- \textit{y} $\alpha'$ \cite{a} ~`,
    ],
    [String.raw`{\L}\'od\'z`, 'Łódź'],
    ['no TeX at all', 'no TeX at all'],
  ]
  for (const [given, text] of cases) assert.equal(texAccents(given), text, given)
})
