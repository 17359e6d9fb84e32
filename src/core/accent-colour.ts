/** Any colour as an accent: its hue stays, and its lightness is adapted until it can be read on the paper of each theme. */

type Channels = readonly [red: number, green: number, blue: number]

/** What accents stand on, by theme: the colours `paper` and `wash` of public/longview/colours.css. */
export const accentGrounds = { light: ['#fdfcf9', '#f4f0e8'], dark: ['#171614', '#211f1c'] } as const

const channelsOf = (colour: string): Channels => {
  const at = (index: number): number => Number.parseInt(colour.slice(index, index + 2), 16) / 255
  return [at(1), at(3), at(5)]
}

const luminance = (channels: Channels): number => {
  const [red = 0, green = 0, blue = 0] = channels.map((part) =>
    part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast of two colours as WCAG 2 defines it, 1 to 21. */
export const contrastOf = (one: string, other: string): number => {
  const [low = 0, high = 0] = [one, other].map((colour) => luminance(channelsOf(colour))).toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

type HueAndSaturation = { hue: number; saturation: number; lightness: number }

const toHsl = ([red, green, blue]: Channels): HueAndSaturation => {
  const [low, high] = [Math.min(red, green, blue), Math.max(red, green, blue)]
  const lightness = (low + high) / 2
  const range = high - low
  if (range === 0) return { hue: 0, saturation: 0, lightness }
  const sector =
    high === red
      ? ((green - blue) / range + 6) % 6
      : high === green
        ? (blue - red) / range + 2
        : (red - green) / range + 4
  return { hue: sector * 60, saturation: range / (1 - Math.abs(2 * lightness - 1)), lightness }
}

const fromHsl = ({ hue, saturation, lightness }: HueAndSaturation): string => {
  const strength = saturation * Math.min(lightness, 1 - lightness)
  const channel = (offset: number): string => {
    const turn = (offset + hue / 30) % 12
    const value = lightness - strength * Math.max(-1, Math.min(turn - 3, 9 - turn, 1))
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0')
  }
  return `#${channel(0)}${channel(8)}${channel(4)}`
}

const STEPS = 200

/** The nearest shade, darker or lighter, that has the contrast on both grounds. */
const readableOn = (colour: string, grounds: readonly string[], wanted: { least: number; towards: 0 | 1 }): string => {
  const { hue, saturation, lightness } = toHsl(channelsOf(colour))
  for (let step = 0; step <= STEPS; step += 1) {
    const shade = fromHsl({ hue, saturation, lightness: lightness + ((wanted.towards - lightness) * step) / STEPS })
    if (grounds.every((ground) => contrastOf(shade, ground) >= wanted.least)) return shade
  }
  return wanted.towards === 0 ? '#000000' : '#ffffff'
}

type ThemedColour = { light: string; dark: string }

const themed = (colour: string, least: number): ThemedColour => ({
  light: readableOn(colour, accentGrounds.light, { least, towards: 0 }),
  dark: readableOn(colour, accentGrounds.dark, { least, towards: 1 }),
})

/** The accent, which texts may have, and links, which stand out a little less. */
export const accentShades = (colour: string): { accent: ThemedColour; link: ThemedColour } => ({
  accent: themed(colour, 4.5),
  link: themed(colour, 7),
})
