import encodeQr from 'qr'
import { html, type Html } from '#html.ts'

/** Light around it, without which readers do not find it. */
const BORDER = 4

/** A text as a picture that phones read: dark on light in every theme. `title` says what it is. */
export const qrCode = (text: string, title: string): Html => {
  const rows = encodeQr(text, 'raw', { border: BORDER })
  const squares = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return html`<svg class="qr" role="img" viewBox="0 0 ${rows.length} ${rows.length}" shape-rendering="crispEdges"><title>${title}</title><path class="light" d="M0 0h${rows.length}v${rows.length}h-${rows.length}z" /><path class="dark" d="${squares.join('')}" /></svg>`
}
