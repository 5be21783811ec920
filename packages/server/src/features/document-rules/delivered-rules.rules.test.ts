import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { factOf } from '@ipoteka-office/contract/document-rules/document-facts.ts'
import {
  RuleContent,
  ruleContentIssues,
} from '@ipoteka-office/contract/document-rules/document-rule-content.ts'
import { describe, expect, it } from 'vitest'
import { readDocumentRules } from '#db/seed/document-rules.ts'
import { codesInRule } from './rule-codes.rules.ts'
import { findRuleIssues } from './rule-issues.rules.ts'
import { toRuleSet } from './rule-set.rules.ts'

type Dictionary = { items: [code: string, name: string, rest?: { off?: boolean }][] }
const folder = join(import.meta.dirname, '../../db/seed/data')
const dictionaries = JSON.parse(await readFile(join(folder, 'dictionaries.json'), 'utf8')) as Record<
  string,
  Dictionary
>
const { rules } = await readDocumentRules()

describe('the delivered rules', () => {
  it('are more than a hundred, each with its own key and in the form that people would save', () => {
    expect(rules.length).toBeGreaterThan(100)
    expect(new Set(rules.map(({ key }) => key)).size).toBe(rules.length)
    for (const { key, content } of rules) {
      expect(RuleContent.safeParse(content).error?.issues ?? [], key).toEqual([])
      expect(RuleContent.parse(content), key).toEqual(content)
      expect(ruleContentIssues(content), key).toEqual([])
    }
  })

  it('name only codes that the dictionaries have', () => {
    const has = (dictionary: string, code: string) =>
      dictionaries[dictionary]?.items.some(([known]) => known === code) ?? false
    for (const { key, content } of rules)
      expect(
        codesInRule(content).filter(({ dictionary, code }) => !has(dictionary, code)),
        key,
      ).toEqual([])
  })

  it('contradict each other nowhere, and none is idle, shadowed or impossible', () => {
    const codesOf = (fact: Parameters<typeof factOf>[0]) =>
      dictionaries[factOf(fact).dictionary ?? '']?.items.map(([code]) => code)
    const set = toRuleSet(rules.map(({ content }, index) => ({ id: index + 1, content })))
    const found = findRuleIssues(set, codesOf).map(({ kind, rule, others }) =>
      [kind, rule.content.name, ...others.map(({ content }) => content.name)].join(' | '),
    )
    expect(found).toEqual([])
  })
})
