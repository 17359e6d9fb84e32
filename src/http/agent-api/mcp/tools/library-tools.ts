import type { LibraryWords } from '#core/papers/library-words.ts'
import type { Tool } from '#http/agent-api/mcp/tool.ts'
import { browseEditorial } from './browse-tools.ts'
import { checkText } from './check-text.ts'
import { checkReferences, findPassages, searchPapers } from './search-tools.ts'
import { getCitations } from './citation-tools.ts'
import { countPapers } from './count-papers.ts'
import { exportCitations, getChanges, getPapers } from './paper-tools.ts'

/** All tools of the library. Their names never change: prompts and configurations contain them. */
export const libraryTools = (words: Pick<LibraryWords, 'off'>): readonly Tool[] => [
  searchPapers,
  getPapers,
  findPassages,
  checkReferences,
  checkText,
  countPapers,
  browseEditorial(words),
  exportCitations,
  getChanges,
  getCitations,
]
