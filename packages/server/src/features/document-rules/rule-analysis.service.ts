import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { conditionText } from '@ipoteka-office/contract/document-rules/document-condition-texts.ts'
import { factOf } from '@ipoteka-office/contract/document-rules/document-facts.ts'
import type {
  CoverageAxis,
  CoverageMatrix,
  getRuleCoverage,
  listRuleIssues,
  previewRuleIssues,
  RuleIssue,
} from '@ipoteka-office/contract/document-rules/document-rule-checks.ts'
import type { ParsedRequest } from '@ipoteka-office/contract/endpoint.ts'
import type { Db } from '#db/database.ts'
import { bankDay } from '#lib/bank-time.ts'
import type { CompletenessRule } from './completeness/needs.rules.ts'
import { type CoverageCell, coverageOf, type Setting } from './coverage.rules.ts'
import { contentErrors, type RuleParts } from './document-rules.service.ts'
import { toIssue } from './issue-texts.rules.ts'
import { type FoundIssue, findRuleIssues } from './rule-issues.rules.ts'
import { loadNames, type RuleNames } from './rule-names.service.ts'
import { chosenRules, inForceOnly, type RuleChoice } from './rule-sets.service.ts'

type CoverageQuery = ParsedRequest<typeof getRuleCoverage>['query']

/** Values of the axis, in the order of its dictionary. */
function columnsOf(axis: CoverageAxis, { codesOf, ofFact }: RuleNames) {
  const { options } = factOf(axis)
  if (options !== undefined) return Object.entries(options).map(([code, name]) => ({ code, name }))
  return (codesOf(axis) ?? []).map((code) => ({ code, name: ofFact(axis, code) ?? code }))
}

/** What is given of every cell beside the axis: which case it is, and that a mortgage case is one of a mortgage. */
function settingsOf({ axis, caseKind }: CoverageQuery, code: string): Setting[] {
  const isMortgage = caseTypes[caseKind].product === 'MORTGAGE'
  const product = isMortgage ? [{ fact: 'product' as const, value: 'MORTGAGE' }] : []
  return [
    { fact: 'caseKind', value: caseKind },
    { fact: axis, value: code },
    ...(axis === 'product' ? [] : product),
  ]
}

const ruleText = ({ content }: CompletenessRule, { ofFact }: RuleNames): string =>
  `${content.effect === 'REQUIRED' ? 'Нужен' : 'Не нужен'}: ${conditionText(content.condition, ofFact)}`

const cellOf = ({ state, anyOf, rules }: CoverageCell, names: RuleNames) => ({
  state,
  anyOf,
  ruleIds: rules.flatMap(({ id }) => id ?? []),
  text:
    state === 'CONDITIONAL' || state === 'NOT_REQUIRED'
      ? rules.map((rule) => ruleText(rule, names)).join('; ')
      : '',
})

const plain = (text: string) => text.toLowerCase().replaceAll('ё', 'е')

function rowsOf(
  { all, category, search }: CoverageQuery,
  rules: readonly CompletenessRule[],
  { documentTypes }: RuleNames,
) {
  const named = new Set(rules.flatMap(({ content }) => content.documents))
  const words = plain(search).split(/\s+/).filter(Boolean)
  return documentTypes.filter(
    ({ code, name, category: own }) =>
      (all || named.has(code)) &&
      (category === undefined || own === category) &&
      words.every((word) => plain(`${code} ${name}`).includes(word)),
  )
}

/** Programme × document: what the completeness rules of a day say. */
export async function coverage(
  db: Db,
  { references, clock }: RuleParts,
  query: CoverageQuery,
): Promise<CoverageMatrix> {
  const on = query.on ?? bankDay(clock)
  const choice: RuleChoice = query.drafts ? { drafts: 'ALL', candidate: null } : inForceOnly
  const { set, contents } = await chosenRules(db, references, on, choice)
  const names = await loadNames(db, references, { contents })
  const columns = columnsOf(query.axis, names)
  const rows = rowsOf(query, set.COMPLETENESS, names).map(({ code, name, category }) => {
    const rules = set.COMPLETENESS.filter(({ content }) => content.documents.includes(code))
    return {
      document: { code, name },
      category: { code: category, name: names.categoryName(category) },
      cells: columns.map((column) =>
        cellOf(coverageOf(code, rules, settingsOf(query, column.code), names.codesOf), names),
      ),
    }
  })
  return { axis: query.axis, caseKind: query.caseKind, on, columns, rows }
}

async function issuesOf(db: Db, { references }: RuleParts, on: string, choice: RuleChoice) {
  const { set, contents } = await chosenRules(db, references, on, choice)
  const names = await loadNames(db, references, { contents })
  return { found: findRuleIssues(set, names.codesOf), names, rules: contents.length }
}

const concerns = (id: number | null) => (issue: FoundIssue) =>
  issue.rule.id === id || issue.others.some((other) => other.id === id)

type Issues = { on: string; rules: number; issues: RuleIssue[] }

export async function listIssues(
  db: Db,
  parts: RuleParts,
  query: ParsedRequest<typeof listRuleIssues>['query'],
): Promise<Issues> {
  const { drafts, ruleType, ruleId } = query
  const on = query.on ?? bankDay(parts.clock)
  const choice: RuleChoice = drafts ? { drafts: 'ALL', candidate: null } : inForceOnly
  const { found, names, rules } = await issuesOf(db, parts, on, choice)
  const issues = found
    .filter(({ rule }) => ruleType === undefined || rule.content.ruleType === ruleType)
    .filter((issue) => ruleId === undefined || concerns(ruleId)(issue))
    .map((issue) => toIssue(issue, names))
  return { on, rules, issues }
}

export async function previewIssues(
  db: Db,
  parts: RuleParts,
  { on = bankDay(parts.clock), candidate }: ParsedRequest<typeof previewRuleIssues>['body'],
): Promise<Issues & { conditionText: string; fields: { path: string; message: string }[] }> {
  const { found, names, rules } = await issuesOf(db, parts, on, { drafts: 'NONE', candidate })
  return {
    on,
    rules,
    issues: found.filter(concerns(candidate.ruleId)).map((issue) => toIssue(issue, names)),
    conditionText: conditionText(candidate.content.condition, names.ofFact),
    fields: await contentErrors(db, parts, candidate.content),
  }
}
