import type { TestService } from '../service/test-service.ts'

/** Input of an attacker who hopes that some page treats it as markup. */

/** Ways out of the contexts that a value may be in. */
const breakouts = ['', '">', "'>", '</title>', '</textarea>', '</script>', '-->', '</svg>', '</p></li></main>', '"/>']

/** Markup that runs, loads or leads astray; `alert` is what the tests listen for. */
const vectors = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<iframe srcdoc="<script>parent.alert(1)</script>"></iframe>',
  '<a href="javascript:alert(1)">x</a>',
  '<details open ontoggle=alert(1)>',
  '<input autofocus onfocus=alert(1)>',
  '<form action="javascript:alert(1)"><button>x</button></form>',
  '<base href="//elsewhere.invalid/">',
  '<meta http-equiv="refresh" content="0;url=//elsewhere.invalid/">',
  '<object data="data:text/html,<script>alert(1)</script>"></object>',
  '<style>@import "//elsewhere.invalid/x.css";</style>',
  '<link rel="stylesheet" href="//elsewhere.invalid/x.css">',
]

/** Values that do harm only inside an attribute, in an address, in Markdown or in a block of data. */
const others = [
  '" onmouseover="alert(1)',
  "' onmouseover='alert(1)",
  '" autofocus onfocus="alert(1)" x="',
  "' autofocus onfocus='alert(1)' x='",
  '" style="position:fixed;inset:0" x="',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:alert(1)',
  '[x](javascript:alert(1))',
  '[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
  '![x](https://elsewhere.invalid/x.png)',
  '[x](https://example.org "onmouseover=alert(1)")',
  '<javascript:alert(1)>',
  '# <script>alert(1)</script>',
  '`</code><script>alert(1)</script>`',
  '```</pre><img src=x onerror=alert(1)>',
  '</script><script>alert(1)//',
  '<!--<script>alert(1)</script>-->',
  '<![CDATA[<script>alert(1)</script>]]>',
]

/** 150 of them, all different. */
export const injectionPayloads: readonly string[] = [
  ...breakouts.flatMap((breakout) => vectors.map((vector) => breakout + vector)),
  ...others,
]

const inAddress = (payload: string): string => payload.replaceAll(/\s/gu, '+')

/** A paper with payloads in every field that takes a text, and addresses that carry them. */
const infected = (payloads: readonly string[], number: number): Record<string, unknown> => {
  const all = payloads.join(' ')
  const blocks = payloads.join('\n\n')
  return {
    id: `p${number}`,
    title: all,
    authors: payloads,
    authorDetails: payloads.map((name) => ({
      name,
      orcid: '0000-0002-1825-0097',
      affiliations: [name, all.slice(0, 500)],
    })),
    openAccess: { url: `https://example.org/open/${number}?q=${inAddress(all)}`, source: all.slice(0, 300) },
    year: 2025,
    institution: all.slice(0, 500),
    url: `https://example.org/${number}?q=${inAddress(all)}#${inAddress(all)}`,
    abstract: blocks,
    chapter: 1 + (number % 7),
    longHorizonScore: number / 1_000,
    enterpriseScore: 1 - number / 1_000,
    topics: payloads,
    concepts: payloads,
    frameworkMappings: payloads,
    houseCommentary: `${blocks}\n\n- ${all}\n\n> ${all}`,
    storageUrl: `https://example.org/${number}.pdf?${inAddress(all)}`,
    fullText: payloads.map((payload) => `# ${payload}\n\n${payload}`).join('\n\n'),
  }
}

/** Formulas that hope for a converter which trusts them. */
const formulas = [
  String.raw`$\href{javascript:alert(1)}{x}$`,
  String.raw`$\url{javascript:alert(1)}$`,
  String.raw`$\includegraphics{https://elsewhere.invalid/x.png}$`,
  String.raw`$\htmlClass{x}{y}$ $\class{"><img src=x onerror=alert(1)>}{y}$ $\style{position:fixed}{y}$ $\data{x=y}{z}$`,
  String.raw`$\text{"><script>alert(1)</script>}$ $\text{<img src=x onerror=alert(1)>}$`,
  String.raw`$\def\a{\a\a}\a$ $\gdef\b{<script>}\b$ $\b$`,
  String.raw`$\color{red}{x}$ $\colorbox{red}{x}$ $\boxed{x}$ $\ref{a}$ $\tag{1}$ $\label{b}$ $\rule{9em}{9em}$`,
  '$x\uE0141\uE015 < y > "z" onmouseover=alert(1)$',
]

/** The payloads in groups of ten. */
export const tens = Array.from({ length: 15 }, (_, index) => injectionPayloads.slice(index * 10, index * 10 + 10))

/** Makes a corpus public whose papers, concepts, gaps and brief are made of payloads. */
export const infectCorpus = async (service: TestService): Promise<void> => {
  await service.accept(
    ...injectionPayloads.map((payload, index) => infected([payload], index + 1)),
    ...tens.map((payloads, index) => infected(payloads, 501 + index)),
    infected(formulas, 601),
  )
  const at = service.clock.now().toISOString()
  await service.store.transact(async (tx) => {
    for (const [index, payload] of injectionPayloads.slice(0, 60).entries()) {
      await tx.concepts.define(payload, payload)
      const paperIds = [`p${index + 1}`]
      await tx.gaps.put({ id: `g${index + 1}`, title: payload, severity: 'high', explanation: payload, paperIds }, at)
    }
    const text = injectionPayloads.join('\n\n')
    const week = { year: 2026, week: 40 }
    const title = injectionPayloads.slice(0, 3).join(' ')
    await tx.briefs.publish({
      id: '2026-w40',
      week,
      title,
      summary: text,
      take: text,
      featured: ['p1', 'p2'],
      publishedAt: at,
    })
  })
}

/** The elements of our own pages. Any other element was injected. */
const OURS = [
  'a abbr article aside b bdi blockquote body br button canvas caption circle code dd defs details dialog div dl dt em',
  'fieldset figcaption figure footer form g h1 h2 h3 h4 h5 h6 head header hr html i iframe input kbd label legend li line link',
  'main mark meta meter nav noscript ol option output p path pre progress q rect script search section select small span strong sub',
  'summary sup svg symbol table tbody td text textarea tfoot th thead time title tr ul use var',
  'math mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms mspace msqrt mstyle msub msubsup msup',
  'mtable mtd mtext mtr munder munderover',
]
  .join(' ')
  .split(' ')

/**
 * Runs in the browser and lists what does not belong to our pages, one line a finding. It looks
 * at the parsed elements, so it also finds what the policy kept from running.
 */
export const foreignMarkup = `((page) => {
  const ours = new Set(${JSON.stringify(OURS)})
  const here = (address) => address.startsWith('/') && !address.startsWith('//')
  const isOurs = {
    script: (element) => element.type === 'application/ld+json' || (here(element.getAttribute('src') ?? '') && element.textContent === ''),
    link: (element) => element.rel !== 'stylesheet' || here(element.getAttribute('href') ?? ''),
    meta: (element) => !element.hasAttribute('http-equiv'),
    iframe: (element) => here(element.getAttribute('src') ?? '') && element.getAttribute('sandbox') === 'allow-popups',
    noscript: (element) => /^<p><button [^<>]*>[^<>]*<\\/button><\\/p>$/u.test(element.innerHTML),
    form: (element) => here(element.getAttribute('action') ?? '/') || element.method === 'dialog',
  }
  const leads = /^(?:https?:|mailto:|[/#?]|$)/iu
  const found = []
  for (const element of page.querySelectorAll('*')) {
    const name = element.localName
    if (!ours.has(name)) found.push('element ' + name)
    else if (isOurs[name]?.(element) === false) found.push(element.outerHTML.slice(0, 120))
    for (const { name: attribute, value } of element.attributes) {
      if (attribute.startsWith('on')) found.push('attribute ' + attribute + ' of ' + name)
      if (attribute === 'style' && !(page.defaultView && element.matches('.tip'))) found.push('style of ' + name)
      if (attribute === 'autofocus' || attribute === 'srcdoc' || attribute === 'formaction') found.push('attribute ' + attribute + ' of ' + name)
      if ((attribute === 'href' || attribute === 'action' || attribute === 'src') && !leads.test(value.trim())) found.push(attribute + ' ' + value)
    }
  }
  for (const count of ['main', 'h1', 'title'])
    if (page.querySelectorAll(count === 'title' ? 'head > title' : count).length !== 1) found.push('not one ' + count)
  return found
})`
