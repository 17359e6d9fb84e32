import type { PublicationKind } from '#core/papers/bibliography.ts'
import type { Reference } from './reference.ts'

/**
 * TeX commands that only typeset mathematics. Others can read or write files and define commands, so typesetting a citation would
 * execute a submitter's code.
 */
const COMMANDS = new Set(
  `
  alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi pi varpi rho varrho sigma
  varsigma tau upsilon phi varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega ell hbar imath
  jmath aleph Re Im partial nabla infty emptyset varnothing prime
  pm mp times div cdot ast star circ bullet oplus ominus otimes odot wedge vee cap cup setminus sqcap sqcup uplus dagger
  leq le geq ge neq ne equiv sim simeq approx cong propto prec succ preceq succeq ll gg subset supset subseteq supseteq in
  ni notin mid parallel perp models vdash dashv asymp doteq not
  to gets leftarrow rightarrow leftrightarrow Leftarrow Rightarrow Leftrightarrow mapsto longrightarrow longleftarrow
  uparrow downarrow updownarrow implies iff forall exists neg land lor top bot
  sum prod coprod int iint oint bigcap bigcup bigoplus bigotimes bigvee bigwedge lim limsup liminf sup inf max min arg det
  dim exp ln log lg sin cos tan cot sec csc sinh cosh tanh arcsin arccos arctan gcd ker Pr deg hom bmod pmod mod
  frac dfrac tfrac binom sqrt overline underline overbrace underbrace hat widehat tilde widetilde bar vec dot ddot check
  breve acute grave mathring stackrel overset underset
  mathbb mathbf mathcal mathfrak mathit mathrm mathscr mathsf mathtt boldsymbol bm text textrm textit textbf textsc
  operatorname displaystyle textstyle scriptstyle
  left right big Big bigg Bigg lfloor rfloor lceil rceil langle rangle vert Vert lvert rvert lVert rVert lbrace rbrace
  backslash quad qquad ldots cdots vdots ddots dots colon
  `
    .trim()
    .split(/\s+/u),
)

const ESCAPED_SIGNS = new Set(' ,;:!{}|_%&#$')
/** Comments, parameters, columns, and characters by code, which may be a backslash. */
const FORBIDDEN = /(?<!\\)[%#&]|\^\^|\\$/u

/** Whether a formula, including its dollar signs, contains nothing but mathematics. */
export const isMathematics = (formula: string): boolean => {
  if (FORBIDDEN.test(formula)) return false
  return formula
    .split('\\')
    .slice(1)
    .every((behind) => {
      const command = /^[A-Za-z]+/u.exec(behind)?.[0]
      return command === undefined ? ESCAPED_SIGNS.has(behind.charAt(0)) : COMMANDS.has(command)
    })
}

/** Characters that TeX would not print as they are. Braces become commands, since BibTeX counts even escaped ones. */
const SPECIAL: Record<string, string> = {
  '\\': '\\textbackslash{}',
  '{': '\\textbraceleft{}',
  '}': '\\textbraceright{}',
  '^': '\\textasciicircum{}',
  '~': '\\textasciitilde{}',
  $: '\\$',
  '&': '\\&',
  '%': '\\%',
  '#': '\\#',
  _: '\\_',
}

/** Mathematics between dollar signs, distinguished from prices by adjacent characters. */
const MATHEMATICS = /(?<math>\$(?=\S)[^$]*(?<=\S)\$(?!\d))/u

const isBalanced = (text: string): boolean => {
  let depth = 0
  for (const sign of text) {
    depth += sign === '{' ? 1 : sign === '}' ? -1 : 0
    if (depth < 0) return false
  }
  return depth === 0
}

/** Two of these in a row would form a ligature. */
const LIGATURE = /(?<=-)-|(?<=')'|(?<=`)`/gu

const escaped = (text: string): string =>
  text.replaceAll(/[\\{}^~$&%#_]/gu, (sign) => SPECIAL[sign] ?? sign).replaceAll(LIGATURE, (sign) => `{}${sign}`)

/** Escapes text for TeX, except for complete and harmless formulas. */
const texText = (text: string, plain: (part: string) => string = escaped): string =>
  text
    .split(MATHEMATICS)
    .map((part, index) => (index % 2 === 1 && isBalanced(part) && isMathematics(part) ? part : plain(part)))
    .join('')

/** Styles lowercase titles; words in braces keep their capitals. */
const protectCapitals = (text: string): string =>
  text
    .split(/(?<word>[\p{L}\p{N}][\p{L}\p{N}-]*)/u)
    .map((part) => (/.\p{Lu}/u.test(part) ? `{${part}}` : escaped(part)))
    .join('')

/** A comma within a part would split it. */
const namePart = (part: string): string => (part.includes(',') ? `{${texText(part)}}` : texText(part))

/**
 * `von Last, First`, since programs disagree on `First von Last` if a particle is capitalized or a given name hyphenated. Braces
 * keep groups, and names that contain BibTeX syntax, whole.
 */
const authorText = ({ printed, name }: Reference['authors'][number]): string => {
  if ('literal' in name || /\band\b|[{}]/iu.test(printed)) return `{${texText(printed)}}`
  return [name.family, name.given].map(namePart).join(', ')
}

/** Addresses are printed verbatim by the url command, so only characters that break the entry are encoded. */
const address = (url: string): string => url.replaceAll(/[\\{}]/gu, encodeURIComponent)

/**
 * Entry types of BibTeX, or of BibLaTeX where BibTeX has none. Neither has one for preprints: only with `unpublished` do reference
 * managers not treat them as published. BibLaTeX has `dataset`, but Zotero silently drops such entries.
 */
const types: Record<PublicationKind, string> = {
  'journal-article': 'article',
  'conference-paper': 'inproceedings',
  preprint: 'unpublished',
  manuscript: 'unpublished',
  book: 'book',
  chapter: 'incollection',
  thesis: 'phdthesis',
  report: 'techreport',
  dataset: 'misc',
  software: 'software',
  webpage: 'online',
  other: 'misc',
}

/** The container and position, in the field that styles print for the kind. */
const placeFields = ({ kind, container, volume, issue, pages }: Reference): [string, string | null][] => [
  [
    kind === 'conference-paper' || kind === 'chapter' ? 'booktitle' : 'journal',
    container === null ? null : texText(container, protectCapitals),
  ],
  ['volume', volume === null ? null : texText(volume)],
  ['number', issue === null ? null : texText(issue)],
  [
    'pages',
    pages === null
      ? null
      : pages
          .split('-')
          .map((page) => texText(page))
          .join('--'),
  ],
]

/** The kind, where the entry type does not express it. */
const furtherTypes: Partial<Record<PublicationKind, string>> = { preprint: 'Preprint', dataset: 'Dataset' }

/** Styles require and print a note for unpublished work. */
const preprintNote = ({ kind, arxivId }: Reference): string | null => {
  if (kind !== 'preprint') return null
  return arxivId === null ? 'Preprint' : `arXiv:${arxivId}`
}

/** BibLaTeX annotates names with ORCID iDs by their place; BibTeX ignores the field. */
const orcids = ({ authors }: Reference): string | null => {
  const known = authors.flatMap(({ orcid }, index) => (orcid === null ? [] : [`${index + 1}="${orcid}"`]))
  return known.length === 0 ? null : known.join('; ')
}

export const bibtex = (reference: Reference): string => {
  const { doi, arxivId, institution, abstract, summary, keywords } = reference
  const fields: [string, string | null][] = [
    ['author', reference.authors.map(authorText).join(' and ')],
    ['author+an:orcid', orcids(reference)],
    ['title', texText(reference.title, protectCapitals)],
    ['year', String(reference.year)],
    ['date', reference.date],
    ...placeFields(reference),
    ['publisher', reference.publisher === null ? null : texText(reference.publisher)],
    ['type', furtherTypes[reference.kind ?? 'other'] ?? null],
    ['note', preprintNote(reference)],
    ['institution', institution === null ? null : texText(institution)],
    ['doi', doi === null ? null : address(doi)],
    ['eprint', arxivId],
    ['eprinttype', arxivId === null ? null : 'arxiv'],
    ['archiveprefix', arxivId === null ? null : 'arXiv'],
    ['copyright', reference.license === null ? null : texText(reference.license)],
    ['url', address(reference.url)],
    ['pdf', reference.pdf === null ? null : address(reference.pdf)],
    ['abstract', abstract === null ? null : texText(abstract)],
    ['annote', summary === null ? null : texText(summary)],
    ['keywords', keywords.length === 0 ? null : texText(keywords.join(', '))],
  ]
  const lines = fields.flatMap(([name, value]) => (value === null ? [] : [`  ${name} = {${value}},\n`]))
  const type = reference.kind === null ? 'misc' : types[reference.kind]
  return `@${type}{${reference.key},\n${lines.join('')}}\n`
}
