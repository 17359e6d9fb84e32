import type { Tool } from '#http/agent-api/mcp/tool.ts'
import { browseEditorial } from './browse-editorial.ts'
import { checkReferences } from './check-references.ts'
import { countPapers } from './count-papers.ts'
import { exportCitations } from './export-citations.ts'
import { findPassages } from './find-passages.ts'
import { getChanges } from './get-changes.ts'
import { getPapers } from './get-papers.ts'
import { searchPapers } from './search-papers.ts'

/** All that an agent can ask the library. The names never change: prompts and configurations hold them. */
export const libraryTools: readonly Tool[] = [
  searchPapers,
  getPapers,
  findPassages,
  checkReferences,
  countPapers,
  browseEditorial,
  exportCitations,
  getChanges,
]
