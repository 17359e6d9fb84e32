import { Tiktoken } from 'js-tiktoken/lite'
import cl100k from 'js-tiktoken/ranks/cl100k_base'
import o200k from 'js-tiktoken/ranks/o200k_base'

const tokenizers = [new Tiktoken(o200k), new Tiktoken(cl100k)]

/** What tokenizers with vocabularies of 100,000 and 200,000 entries count, the greater. */
export const countTokens = (text: string): number =>
  Math.max(...tokenizers.map((tokenizer) => tokenizer.encode(text).length))
