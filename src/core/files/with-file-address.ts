import { withIdentifiers } from '#core/papers/identifiers.ts'
import type { Paper } from '#core/papers/paper.ts'
import { filePath } from './held-file.ts'

/**
 * A paper as the public sees it: where the library holds its PDF and may pass it on, that is where it can be downloaded. The
 * identifiers that the address elsewhere carries stay.
 *
 * @param publicUrl where the library is
 */
export const withFileAddress = <P extends Paper>(paper: P, publicUrl: string): P =>
  paper.openFile === undefined
    ? paper
    : { ...withIdentifiers(paper), storageUrl: `${publicUrl}${filePath(paper.openFile)}` }
