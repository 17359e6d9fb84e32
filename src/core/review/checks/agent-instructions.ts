import type { PaperWithText } from '#core/papers/paper.ts'
import { finding, type Finding } from './finding.ts'
import { paperTexts } from './paper-texts.ts'

/**
 * Text that talks to whichever machine reads the paper instead of to its readers. A few plain patterns: papers about
 * such attacks quote them too, and clever wording gets past them. So a find only moves a paper forward in the queue.
 */
const patterns: readonly { what: string; pattern: RegExp }[] = [
  {
    what: 'asks an AI agent to drop its instructions',
    pattern:
      /\b(?:ignore|disregard|forget|override)\b[^.!?]{0,40}\b(?:previous|prior|above|earlier|preceding|your|system)\b[^.!?]{0,30}\b(?:instructions?|prompts?|guidelines|rules|directives)\b/u,
  },
  {
    what: 'speaks to AI agents, not to readers',
    pattern:
      /\b(?:if you are|note to|message to|instructions? (?:for|to)|attention,?) (?:an? |all |any |the )?(?:ai|artificial intelligence|llm|large language model|language model|chatbot|autonomous agent)s?\b/u,
  },
  {
    what: 'asks an AI agent to play another part',
    pattern:
      /\b(?:you are now (?:an? |the |in )|from now on,? you (?:are|will|must)|you must (?:now )?(?:respond|answer|reply|output|rate|score|recommend|accept) )/u,
  },
  {
    what: 'asks an AI agent for a good review',
    pattern:
      /\b(?:give|write|provide|generate|produce|output|return)\b[^.!?]{0,30}\b(?:positive|favou?rable|glowing) (?:review|evaluation|assessment|rating|score)\b|\b(?:recommend|advise)\b[^.!?]{0,20}\b(?:acceptance|accepting|accept)\b[^.!?]{0,10}\bthis (?:paper|submission|manuscript)\b|\b(?:rate|score|rank) this (?:paper|submission|work)\b[^.!?]{0,30}\b(?:highest|highly|maximum|top|10|1\.0)\b/u,
  },
  {
    what: 'asks an AI agent to hide weaknesses',
    pattern:
      /(?<!\b(?:we|they|\p{L}+s) )\bdo not (?:highlight|mention|report|reveal|list)\b[^.!?]{0,20}\b(?:weakness(?:es)?|negatives?|limitations?|flaws?)\b/u,
  },
  {
    what: 'asks an AI agent to give its instructions away',
    pattern:
      /\b(?:reveal|print|repeat|output|show)\b[^.!?]{0,20}\b(?:your|the) (?:system prompt|hidden instructions|initial instructions)\b/u,
  },
  {
    what: 'is how a conversation with an AI agent is marked up',
    pattern:
      /<\|(?:im_start|im_end|system|user|assistant|endoftext)\|>|\[\/?inst\]|<<sys>>|<\/?system(?:[- ]prompt)?>|### ?(?:system|instructions?) ?:/u,
  },
]

const HIDDEN = /[\p{Cf}\ufe0f]/gu
const TAGS = /[\u{e0020}-\u{e007e}]/gu
const TAG_OFFSET = 0xe0000

/** As a machine reads it: messages in tag characters spelt out, hidden characters gone, one case, one kind of blank. */
const visibleText = (text: string): string =>
  text
    .replaceAll(TAGS, (tag) => String.fromCodePoint((tag.codePointAt(0) ?? TAG_OFFSET) - TAG_OFFSET))
    .replaceAll(HIDDEN, '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/\s+/gu, ' ')

const MAX_QUOTE_LENGTH = 100

export const agentInstructions = (paper: PaperWithText): Finding[] =>
  paperTexts(paper).flatMap(({ field, text }) => {
    const read = visibleText(text)
    const first = patterns
      .map(({ what, pattern }) => ({ what, quote: pattern.exec(read)?.[0] }))
      .find(({ quote }) => quote !== undefined)
    if (first === undefined) return []
    const quote = (first.quote ?? '').slice(0, MAX_QUOTE_LENGTH).trim()
    return [finding('agent_instructions', field, 45, `“${quote}” ${first.what}.`)]
  })
