import { doSteps, type Steps } from '#core/steps.ts'

/**
 * Text that addresses a machine instead of human readers (prompt injection). These are a few simple patterns: papers about such
 * attacks quote them too, and clever wording evades them. So a match is a hint, never a verdict.
 */
const patterns: readonly { what: string; pattern: RegExp }[] = [
  {
    what: 'asks an AI agent to drop its instructions',
    pattern:
      /\b(?:ignore|disregard|forget|override)\b[^.!?]{0,40}\b(?:previous|prior|above|earlier|preceding|your|system)\b[^.!?]{0,30}\b(?:instructions?|prompts?|guidelines|rules|directives)\b/u,
  },
  {
    what: 'addresses AI agents rather than readers',
    pattern:
      /\b(?:if you are|note to|message to|instructions? (?:for|to)|attention,?) (?:an? |all |any |the )?(?:ai|artificial intelligence|llm|large language model|language model|chatbot|autonomous agent)s?\b/u,
  },
  {
    what: 'asks an AI agent to play another role',
    pattern:
      /\b(?:you are now (?:an? |the |in )|from now on,? you (?:are|will|must)|you must (?:now )?(?:respond|answer|reply|output|rate|score|recommend|accept) )/u,
  },
  {
    what: 'asks an AI agent for a good review',
    pattern:
      /\b(?:give|write|provide|generate|produce|output|return)\b[^.!?]{0,30}\b(?:positive|favou?rable|glowing) (?:review|evaluation|assessment|rating|score)\b|\b(?:recommend|advise)\b[^.!?]{0,30}\b(?:acceptance|accepting|accept)\b[^.!?]{0,10}\bthis (?:paper|submission|manuscript)\b|\b(?:rate|score|rank) this (?:paper|submission|work)\b[^.!?]{0,30}\b(?:highest|highly|maximum|top|10|1\.0)\b/u,
  },
  {
    what: 'asks an AI agent to hide weaknesses',
    pattern:
      /(?<!\b(?:we|they|\p{L}+s) )\bdo not (?:highlight|mention|report|reveal|list)\b[^.!?]{0,20}\b(?:weakness(?:es)?|negatives?|limitations?|flaws?)\b/u,
  },
  {
    what: 'asks an AI agent to reveal its instructions',
    pattern:
      /\b(?:reveal|print|repeat|output|show)\b[^.!?]{0,20}\b(?:your|the) (?:system prompt|hidden instructions|initial instructions)\b/u,
  },
  {
    what: 'is markup of a conversation with an AI agent',
    pattern:
      /<\|(?:im_start|im_end|system|user|assistant|endoftext)\|>|\[\/?inst\]|<<sys>>|<\/?system(?:[- ]prompt)?>|### ?(?:system|instructions?) ?:/u,
  },
  {
    what: 'addresses the AI agent reading this',
    pattern:
      /\bas an (?:ai|llm|artificial intelligence|large language model|language model)(?: (?:agent|assistant|model|system))?,? you\b|\b(?:ai|llm|language model)s?(?: (?:agents?|assistants?|models?))? (?:that (?:reads?|process(?:es)?)|reading|processing|summari[sz]ing) this\b|\bimportant (?:for|to) (?:any|all|every) (?:ai|llm|language model)s?\b|\bwhen (?:you )?(?:summari[sz]|review|read|process)(?:e|ing)? this (?:document|paper|text|page|manuscript)\b[^.!?]{0,20}\b(?:tell|call|say|include|visit|send|add|output|report|rate)\b/u,
  },
  {
    what: 'asks an AI agent to hide something from its user',
    pattern:
      /(?:^|[.!?:;,] |\b(?:and|please) )(?:do not|don't|never) (?:tell|inform|mention|disclose|show|warn)\b[^.!?]{0,30}\b(?:the user|this (?:message|instruction|prompt|note))\b/u,
  },
  {
    what: 'gives an AI agent new instructions',
    pattern:
      /\byour new (?:task|instruction|role|goal|objective)s? (?:is|are)\b|\bnew instructions?:|\b(?:instructions|rules|messages) above (?:are|is) (?:outdated|void|replaced|cancelled)\b|\b(?:overrides?|replaces?|supersedes?) (?:all|any) (?:earlier|previous|prior|other)\b[^.!?]{0,20}\b(?:messages|instructions|prompts|rules)\b|\bprevious conversation is (?:void|over)\b|\bstop following your (?:guidelines|instructions|rules)\b|\b(?:bypass|disable|turn off|drop) your (?:safety|content|moral)\b|\bpretend (?:that )?(?:you are|to be)\b[^.!?]{0,40}\b(?:without|no)\b[^.!?]{0,20}\b(?:rules|restrictions|limits|filters)\b|\bact as an? (?:unrestricted|uncensored|unfiltered)\b/u,
  },
  {
    what: 'asks an AI agent to act or to say given words',
    pattern:
      /(?:^|[.!?:;] |\bplease )(?:(?:execute|run) the following|(?:call|invoke|use) the (?:tool|function) [a-z]+_\w+|(?:reply|respond|answer) only with|(?:send|append|forward|post|upload)\b[^.!?]{0,40}\b(?:your (?:context|conversation|memory)|api keys?|credentials|the conversation))\b|\binclude this (?:exact )?(?:sentence|text|link|phrase) in your\b/u,
  },
  {
    what: 'asks an AI agent in another language to drop its instructions',
    pattern:
      /\bignor(?:ez|e|iere|iert|a|ad|en)\b[^.!?]{0,20}\b(?:instructions précédentes|vorherigen anweisungen|instrucciones anteriores|istruzioni precedenti)|忽略.{0,8}(?:指示|指令)|(?:指示|命令)を(?:すべて|全て)?無視|игнориру\p{L}+ [^.!?]{0,20}инструкци/u,
  },
]

const HIDDEN = /[\p{Cf}\ufe0f]/gu
const TAGS = /[\u{e0020}-\u{e007e}]/gu
const TAG_OFFSET = 0xe0000
/** Arabic ligatures of whole words, which become up to 18 letters; no pattern has Arabic letters. */
const LIGATURES = /[\ufdf0-\ufdfd]/gu

/** Decodes messages in tag characters, removes hidden characters, and unifies case and white space. */
const visibleText = (text: string): string =>
  text
    .replaceAll(TAGS, (tag) => String.fromCodePoint((tag.codePointAt(0) ?? TAG_OFFSET) - TAG_OFFSET))
    .replaceAll(HIDDEN, '')
    .replaceAll(LIGATURES, '\u0640')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/\s+/gu, ' ')

const MAX_QUOTE_LENGTH = 100

/** In characters. */
const READ_IN_STEP = 16_384
/** More than any pattern spans. */
const OVERLAP = 400

export type FoundInstruction = { what: string; quote: string }

/** `findInstructions` in steps, for texts of any length. */
export function* findInstructionsInSteps(text: string): Steps<FoundInstruction[]> {
  const quotes = new Map<string, string>()
  let before = ''
  for (let at = 0; at < text.length; at += READ_IN_STEP) {
    if (at > 0) yield
    const read = before + visibleText(text.slice(at, at + READ_IN_STEP))
    for (const { what, pattern } of patterns) {
      const [quote] = quotes.has(what) ? [] : (pattern.exec(read) ?? [])
      if (quote !== undefined) quotes.set(what, quote.slice(0, MAX_QUOTE_LENGTH).trim())
    }
    before = read.slice(-OVERLAP)
  }
  return patterns.flatMap(({ what }) => {
    const quote = quotes.get(what)
    return quote === undefined ? [] : [{ what, quote }]
  })
}

/** The first match of each pattern, as normalized text, with a phrase that says what it does. */
export const findInstructions = (text: string): FoundInstruction[] => doSteps(findInstructionsInSteps(text))
