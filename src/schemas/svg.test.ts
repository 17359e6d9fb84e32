import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sanitizeSvg } from './svg.ts'

const SVG = 'http://www.w3.org/2000/svg'

const sanitized = (source: string): string => {
  const result = sanitizeSvg(source)
  assert.ok(typeof result !== 'string', JSON.stringify(result))
  return result.svg
}

/** A picture with a shape, so that something is left to draw, and this in it. */
const around = (content: string, attributes = ''): string =>
  `<svg xmlns="${SVG}" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 8 8"${attributes}>${content}<path d="M0 0h8v8z"/></svg>`

const BARE = `<svg xmlns="${SVG}" viewBox="0 0 8 8"><path d="M0 0h8v8z"></path></svg>`

test('shapes, gradients, clips and words are kept', () => {
  const picture = `<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<svg xmlns="${SVG}" viewBox="0 0 8 8"><title>A &amp; B</title><defs><linearGradient id="a"><stop offset="0" stop-color="#fff"/></linearGradient>
<radialGradient id="b" href="#a"/><clipPath id="c"><rect width="4" height="4"/></clipPath></defs>
<g fill="url(#a)" clip-path="url(#c)" transform="translate(1 2) rotate(45)"><circle cx="2" cy="2" r="2" fill="rgb(1, 2, 3)"/><text x="1">x &lt; y</text></g></svg>`
  const kept = sanitized(picture)
  for (const part of [
    '<title>A &amp; B</title>',
    'href="#a"',
    'fill="url(#a)"',
    'clip-path="url(#c)"',
    'transform="translate(1 2) rotate(45)"',
    'fill="rgb(1, 2, 3)"',
    'x &lt; y',
  ])
    assert.ok(kept.includes(part), part)
  assert.equal(sanitized(kept), kept)
})

test('a style attribute becomes attributes', () => {
  assert.match(
    sanitized(around('<g style="fill:#111; -inkscape-x: 1; stroke : none;background:url(//e.example)"/>')),
    /<g fill="#111" stroke="none"><\/g>/u,
  )
})

test('what runs, loads or refers to elsewhere is left out', () => {
  const attacks = [
    '<script>alert(1)</script>',
    '<script href="https://e.example/x.js"/>',
    '<script><![CDATA[alert(1)]]></script>',
    '<style>@import "https://e.example/x.css"; path { fill: red }</style>',
    '<foreignObject><div xmlns="http://www.w3.org/1999/xhtml"><img src="x" onerror="alert(1)"/></div></foreignObject>',
    '<image href="https://e.example/x.png"/>',
    '<image xlink:href="data:image/png;base64,AAAA"/>',
    '<use href="https://e.example/x.svg#a"/>',
    '<use href="#a"/>',
    '<a href="javascript:alert(1)"><circle r="1"/></a>',
    '<animate attributeName="href" to="javascript:alert(1)"/>',
    '<set attributeName="onload" to="alert(1)"/>',
    '<iframe xmlns="http://www.w3.org/1999/xhtml" src="https://e.example"/>',
    '<x:script xmlns:x="http://www.w3.org/2000/svg">alert(1)</x:script>',
    '<x:path xmlns:x="urn:other" d="M0 0"/>',
    '<filter id="f"><feImage href="https://e.example/x"/></filter>',
    '<pattern id="p"><circle r="1"/></pattern>',
    '<switch><circle r="1"/></switch>',
    '<?xml-stylesheet href="https://e.example/x.css"?>',
    '<!-- <script>alert(1)</script> -->',
    'words outside of texts',
  ]
  for (const attack of attacks) assert.equal(sanitized(around(attack)), BARE, attack)
})

test('attributes that run, load or refer to elsewhere are left out', () => {
  const attacks = [
    'onload="alert(1)"',
    'ONLOAD="alert(1)"',
    'xlink:href="javascript:alert(1)"',
    'href="#a"',
    'xml:base="https://e.example/"',
    'fill="url(https://e.example/x.svg#a)"',
    `fill="url('https://e.example/x.svg#a')"`,
    'fill="URL(//e.example/#a)"',
    'fill="url(#a) url(https://e.example)"',
    'fill="u\\72l(https://e.example)"',
    'fill="url/**/(https://e.example)"',
    'fill="image-set(&quot;https://e.example&quot; 1x)"',
    'fill="src(https://e.example)"',
    'fill="var(--x)"',
    'style="fill:url(https://e.example)"',
    'style="fill:u\\72l(https://e.example)"',
    'style="behavior:url(x.htc);cursor:url(https://e.example),auto"',
    'filter="url(https://e.example#f)"',
    'marker-end="url(#m)"',
    'data-x="1"',
    'class="a"',
    'tabindex="0"',
  ]
  for (const attack of attacks)
    assert.equal(
      sanitized(around(`<g ${attack}/>`)),
      around('<g></g>')
        .replace(' xmlns:xlink="http://www.w3.org/1999/xlink"', '')
        .replace('"/></svg>', '"></path></svg>'),
      attack,
    )
})

test('a clip or mask uses no other, which could take for ever to draw', () => {
  const nested = around(
    '<mask id="a"><g mask="url(#b)" clip-path="url(#c)"><rect mask="url(#d)"/></g></mask><g mask="url(#a)"/>',
  )
  const kept = sanitized(nested)
  assert.equal([...kept.matchAll(/mask="/gu)].length, 1)
  assert.doesNotMatch(kept, /clip-path=/u)
})

test('what is no picture is refused with a reason', () => {
  const refused: [string, RegExp][] = [
    ['', /must/u],
    ['<html/>', /must begin with an svg element/u],
    ['not markup', /must be well-formed XML/u],
    [`<svg xmlns="${SVG}"><path`, /must be well-formed XML/u],
    [`<svg xmlns="${SVG}"><g></svg>`, /must be well-formed XML/u],
    [`<svg xmlns="${SVG}"><x:path/></svg>`, /must be well-formed XML/u],
    [`<svg xmlns="${SVG}"/>`, /must contain a shape/u],
    [`<svg xmlns="${SVG}"><script>1</script></svg>`, /must contain a shape/u],
    ['<svg xmlns="urn:other"><path d="M0 0"/></svg>', /must/u],
    [
      `<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><svg xmlns="${SVG}"><text>&b;</text></svg>`,
      /must not declare entities/u,
    ],
    [`<svg xmlns="${SVG}">${'<g>'.repeat(100)}<path/>`, /must not nest more than 100 elements/u],
    [`<svg xmlns="${SVG}"><text>&unknown;</text></svg>`, /must be well-formed XML/u],
  ]
  for (const [source, reason] of refused) {
    const result = sanitizeSvg(source)
    assert.ok(typeof result === 'string', source)
    assert.match(result, reason, source)
  }
})
