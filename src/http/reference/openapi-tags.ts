/** The groups of the OpenAPI description, one a surface. */
export const openApiTags = {
  corpusApi: 'Corpus API',
  agentApi: 'Agent API',
  editorialApi: 'Editorial API',
  pages: 'Pages',
} as const
