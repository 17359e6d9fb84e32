import { Tiktoken } from 'js-tiktoken/lite'
import o200k from 'js-tiktoken/ranks/o200k_base'
import llama from 'llama-tokenizer-js'

const tiktoken = new Tiktoken(o200k)

/** What two families of tokenizers count, the greater. */
export const countTokens = (text: string): number =>
  Math.max(tiktoken.encode(text).length, llama.encode(text, false).length)
