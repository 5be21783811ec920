import { lowered } from '#lib/words.ts'
import { ruleFields } from '@ipoteka-office/contract/document-rules/rule-fields.ts'
import {
  conditionText,
  type NameOf,
} from '@ipoteka-office/contract/document-rules/document-condition-texts.ts'
import {
  caseGroups,
  documentFormats,
  documentStages,
  leadUsages,
  qualityChecks,
  type RuleContent,
  type RuleType,
  ruleEffects,
  ruleSubjects,
  signerRoles,
  signingMethods,
} from '@ipoteka-office/contract/document-rules/document-rule-content.ts'
import { formatDate } from '#lib/dates.ts'
import { emptyValue } from '#lib/format.ts'
import type { Difference, Side } from '#widgets/record/difference.ts'
import { finishedCondition } from '#widgets/condition/condition-values.ts'
import { nameIn, type RuleDictionaries } from './rule-dictionaries.ts'
import { contentValues, type RuleField, type RuleValues, ruleFieldsOf } from './rule-form-values.ts'

/** Names of everything that a rule may name. */
export type RuleNames = Pick<RuleDictionaries, 'documents' | 'programmes' | 'roles'> & { nameOf: NameOf }

const listed = (codes: readonly string[], labels: Readonly<Record<string, string>>, none: string) =>
  codes.map((code) => labels[code] ?? code).join(', ') || none

const texts: { readonly [F in RuleField]: (values: RuleValues, names: RuleNames) => string } = {
  name: ({ name }) => name,
  basis: ({ basis }) => basis,
  comment: ({ comment }) => comment,
  documents: ({ documents }, names) => documents.map((code) => nameIn(names.documents, code)).join(' или '),
  subject: ({ subject }) => ruleSubjects[subject],
  roles: ({ roles, subject }, names) =>
    subject === 'CASE' ? '' : roles.codes.map((code) => nameIn(names.roles, code)).join(', ') || 'Все',
  programmes: ({ programmes }, names) =>
    programmes.codes.map((code) => nameIn(names.programmes, code)).join(', ') || 'Все',
  condition: ({ condition }, { nameOf }) => conditionText(finishedCondition(condition), nameOf),
  priority: ({ priority }) => String(priority ?? ''),
  effect: ({ effect }) => ruleEffects[effect],
  group: ({ group, subject }) => (subject === 'CASE' && group !== '' ? caseGroups[group] : ''),
  stage: ({ stage }) => documentStages[stage].name,
  quantity: ({ quantity }) => String(quantity ?? ''),
  formats: ({ formats }) => listed(formats.codes, documentFormats, 'Любые'),
  maxMb: ({ maxMb }) => (maxMb === null ? 'Без ограничения' : String(maxMb)),
  checks: ({ checks }) => listed(checks.codes, qualityChecks, ''),
  message: ({ message }) => message,
  usage: ({ usage }) => leadUsages[usage],
  days: ({ days, endless }) => (endless ? 'Без ограничения' : String(days ?? '')),
  endless: ({ endless }) => (endless ? 'Да' : 'Нет'),
  signers: ({ signers }) =>
    signers
      .map(({ role, method }) =>
        method === 'ANY' ? signerRoles[role] : `${signerRoles[role]} (${lowered(signingMethods[method])})`,
      )
      .join(', '),
  validFrom: ({ validFrom }) => (validFrom ? formatDate(validFrom) : 'Со дня публикации'),
  validTo: ({ validTo }) => (validTo ? formatDate(validTo) : 'Без ограничения'),
}

/** A field's value in words, the same words for the same value. */
export const ruleFieldText = (field: RuleField, values: RuleValues, names: RuleNames): string =>
  texts[field](values, names) || emptyValue

/** The fields in which two sides differ, both in words. */
export function ruleDifferences(
  type: RuleType,
  mine: RuleValues,
  server: RuleValues,
  names: RuleNames,
): Difference[] {
  return ruleFieldsOf(type)
    .filter((field) => field !== 'endless')
    .map((key) => ({
      key,
      label: ruleFields[key].label,
      mine: ruleFieldText(key, mine, names),
      server: ruleFieldText(key, server, names),
    }))
    .filter((difference) => difference.mine !== difference.server)
}

/** What two versions say differently; their dates are shown apart. */
export function versionDifferences(before: RuleContent, after: RuleContent, names: RuleNames): Difference[] {
  const undated = { validFrom: null, validTo: null }
  return ruleDifferences(after.ruleType, contentValues(before, undated), contentValues(after, undated), names)
}

/** The form after a side was chosen for every field that differed. */
export function mergeRule(
  type: RuleType,
  mine: RuleValues,
  server: RuleValues,
  choice: Readonly<Record<string, Side>>,
): RuleValues {
  const kept = ruleFieldsOf(type)
    // A term and its absence are one choice.
    .filter((field) => choice[field === 'endless' ? 'days' : field] === 'mine')
    .map((field) => [field, mine[field]])
  return { ...server, ...Object.fromEntries(kept) }
}
