/** What an agent does first: it looks around, searches, reads and quotes. Clients check answers by the schemas of the tools. */

const expect = (isRight, finding) => {
  if (!isRight) process.stdout.write(`${finding}\n`)
}

const CALLS = {
  search_papers: { query: 'agents that remember', limit: 3 },
  get_papers: { ids: ['p19', 'nope'] },
  find_passages: { query: 'time horizon', limit: 3 },
  check_references: { references: ['10.48550/arXiv.2503.14499'] },
  count_papers: { groupBy: 'year' },
  browse_editorial: { kind: 'briefs', id: 'latest' },
  export_citations: { ids: ['p19'], format: 'ris' },
  get_changes: { limit: 3 },
  get_citations: { id: 'p19', list: 'references' },
  check_text: { text: 'As METR found [p19], horizons double. Others disagree (arXiv:2201.11903).' },
}

/** Takes either generation of clients: both have these methods. */
export const useLibrary = async (client) => {
  const { tools } = await client.listTools()
  expect(tools.length === Object.keys(CALLS).length, `there are ${tools.length} tools`)
  for (const [name, args] of Object.entries(CALLS)) {
    const { isError, structuredContent, content } = await client.callTool({ name, arguments: args })
    expect(isError !== true && structuredContent !== undefined, `${name}: ${content[0]?.text}`)
  }
  const { resourceTemplates } = await client.listResourceTemplates()
  expect(resourceTemplates.length === 3, `there are ${resourceTemplates.length} templates`)
  const { contents } = await client.readResource({ uri: 'longview://papers/p19' })
  expect(contents[0]?.text.startsWith('# '), 'a paper is no Markdown')
  const ref = { type: 'ref/resource', uri: 'longview://papers/{id}' }
  const { completion } = await client.complete({ ref, argument: { name: 'id', value: 'p19' } })
  expect(completion.values.includes('p19'), 'an id is not completed')
  const { prompts } = await client.listPrompts()
  expect(prompts.length === 3, `there are ${prompts.length} prompts`)
  const { messages } = await client.getPrompt({ name: 'compare_papers', arguments: { papers: 'p1, p2' } })
  expect(messages.length === 1, 'a prompt has no message')
}
