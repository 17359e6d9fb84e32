/** What tools find and nobody will mend, with the reason. */
export type Exception = { check: RegExp; finding: RegExp; reason: string }

const SUITE = /^MCP conformance/u

export const exceptions: readonly Exception[] = [
  {
    check: SUITE,
    finding: /^(?:tools-call-(?!sampling|elicitation)|resources-read-|resources-templates-read|prompts-get-)/u,
    reason: 'calls a tool, resource or prompt of the suite’s own; ours are called by the inspector and both clients',
  },
  {
    check: SUITE,
    finding: /^(?:tools-call-(?:sampling|elicitation)|elicitation-|input-required-result-)/u,
    reason: 'the library never asks its caller for anything, and does not say that it would',
  },
  {
    check: SUITE,
    finding: /^server-stateless$/u,
    reason:
      'four of its requirements call a diagnostic tool of the suite’s own; two want subscriptions, which are refused: get_changes tells what changed',
  },
  {
    check: SUITE,
    finding: /^(?:logging-set-level|resources-(?:un)?subscribe)$/u,
    reason: 'these capabilities are optional and not declared',
  },
  {
    check: /^citations by biber/u,
    finding: /^Field 'archiveprefix' invalid/u,
    reason: 'styles of BibTeX print it; BibLaTeX, whose name for it stands beside it, takes it for the same',
  },
  {
    check: /^citations by bibutils/u,
    finding: /^unknown type (?:dataset|DATA|MANSCPT)$/u,
    reason: 'these types are of BibLaTeX and RIS; bibutils does not know them, and reads all fields',
  },
  {
    check: /^pages by Lighthouse/u,
    finding: / agentic-browsing \d+ by ard-schema: Media type 'application\/(?:vnd\.oai\.openapi\+)?json\b/u,
    reason:
      'a recommendation: the tester knows types of agents only; the catalogue may list any, and APIs and dumps have these',
  },
]
