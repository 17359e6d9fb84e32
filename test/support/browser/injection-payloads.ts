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
