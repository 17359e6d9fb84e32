/** What a document consists of, in reading order. */
export type DocumentPart =
  | { kind: 'heading'; text: string; level: number }
  | { kind: 'paragraph' | 'caption' | 'aside' | 'reference'; text: string }
