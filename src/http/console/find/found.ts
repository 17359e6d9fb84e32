export const foundKinds = ['pages', 'papers', 'concepts', 'people', 'settings'] as const
export type FoundKind = (typeof foundKinds)[number]

/** What was found: `detail` tells it from others of the same title. */
export type Found = { kind: FoundKind; id: string; title: string; detail: string; href: string }
