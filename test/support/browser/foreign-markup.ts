/** The elements of our own pages. Any other element was injected. */
const OURS = [
  'a abbr article aside b bdi blockquote body br button canvas caption circle code dd defs details dialog div dl dt em',
  'fieldset figcaption figure footer form g h1 h2 h3 h4 h5 h6 head header hr html i input kbd label legend li line link',
  'main mark meta meter nav ol option output p path pre progress q rect script search section select small span strong sub',
  'summary sup svg symbol table tbody td text textarea tfoot th thead time title tr ul use var',
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
