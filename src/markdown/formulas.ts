import type { HtmlExtension } from 'micromark-util-types'
import { escapeMarkup } from '#core/text/escape-markup.ts'
import { plainFormula, type Formula } from '#core/text/mathematics.ts'
import { mathMarkup } from './math-markup.ts'

/** Formulas of one text: a mark in its markup for each, which is replaced when the markup is complete. */

/** What one text may take to convert; further formulas stay TeX. */
const MAX_FORMULAS = 500
const MAX_CHARACTERS = 20_000

const MARK = /\uE014(?<index>\d+)\uE015/gu
const ATTRIBUTE = /="[^"<>]*\uE014[^"<>]*"/gu
export const hasMarks = (text: string): boolean => /[\uE014\uE015]/u.test(text)

export type Formulas = {
  extension: HtmlExtension
  /** The markup with its formulas. */
  write: (markup: string) => string
}

export const formulasOfText = (): Formulas => {
  const sources: string[] = []
  let characters = 0

  const texOf = (index: string): Formula & { source: string } => {
    const source = sources[Number(index)] ?? ''
    const isDisplayed = source.startsWith('$$') || source.startsWith('\\[')
    const length = source.startsWith('$') && !isDisplayed ? 1 : 2
    return { source, tex: source.slice(length, -length), isDisplayed }
  }

  const inText = (_mark: string, index: string): string => {
    const { source, tex, isDisplayed } = texOf(index)
    characters += tex.length
    const isWithin = Number(index) < MAX_FORMULAS && characters <= MAX_CHARACTERS
    return (isWithin ? mathMarkup({ tex, isDisplayed }) : null) ?? escapeMarkup(source)
  }

  const inAttribute = (_mark: string, index: string): string => escapeMarkup(plainFormula(texOf(index).tex))

  return {
    extension: {
      enter: {
        formula() {
          this.buffer()
        },
      },
      exit: {
        formula(token) {
          this.resume()
          this.raw(`\uE014${sources.push(this.sliceSerialize(token)) - 1}\uE015`)
        },
      },
    },
    write: (markup) =>
      markup.replaceAll(ATTRIBUTE, (attribute) => attribute.replaceAll(MARK, inAttribute)).replaceAll(MARK, inText),
  }
}
