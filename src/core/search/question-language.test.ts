import assert from 'node:assert/strict'
import { test } from 'node:test'
import { questionLanguage } from './question-language.ts'

test('a question is in the language of its frequent words, or of its script', () => {
  for (const [text, language] of [
    ['Wie planen Agenten über viele Tage?', 'German'],
    ['Mensch und Maschine', 'German'],
    ['comment les agents planifient sur plusieurs jours', 'French'],
    ['cómo recuerdan los agentes', 'Spanish'],
    ['quais agentes não planejam', 'Portuguese'],
    ['come pianificano gli agenti', 'Italian'],
    ['hoe plannen agenten taken', 'Dutch'],
    ['агенты с памятью', 'Cyrillic script'],
    ['智能体如何规划', 'Chinese'],
    ['エージェントの記憶', 'Japanese'],
    ['에이전트 계획', 'Korean'],
    ['μνήμη πρακτόρων', 'Greek'],
    ['how do LLM agents und Maschine plan', null],
    ['how do agents plan', null],
    ['agent memory', null],
    ['MIT planning', null],
    ['Xianpei Han', null],
    ['Yilun Du and Wanxiang Che', null],
    ['Guido van Rossum', null],
    ['Ludwig von der Heide', null],
    ['Müller et al. 2022', null],
    ['résumé parsing', null],
    ['π-calculus', null],
    ['Agenten', null],
    ['', null],
  ] as const)
    assert.equal(questionLanguage(text), language, text)
})
