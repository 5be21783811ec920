import { queuedType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { Asked, ForeignIds } from '../case-calls.ts'

type Table = Readonly<Record<string, (ids: ForeignIds) => Asked>>

const ofScope = () => ({ params: { scope: queuedType } })

/** The rules by which cases are given to people: the bank's alone, whatever rights somebody of a partner holds. */
export const callsOfRules: Table = {
  getRuleBoard: ofScope,
  listRuleSets: ofScope,
  findRuleTargets: () => ({ ...ofScope(), query: { kind: 'EMPLOYEE' } }),
  createRuleDraft: () => ({ ...ofScope(), body: {} }),
  orderRules: () => ({ ...ofScope(), body: { ruleIds: [], version: 1 } }),
  tryRules: () => ({ ...ofScope(), body: { number: null } }),
  planReassignment: () => ({ ...ofScope(), body: { which: 'NOBODY' } }),
  listAssignmentRules: () => ({ query: { scope: queuedType } }),
  createAssignmentRule: () => ({
    body: { scope: queuedType, rule: { name: 'Чужое', strategy: 'AUTHOR' } },
  }),
  setErrorTarget: () => ({ body: { scope: queuedType, errorTarget: null } }),
}

/** Of the rules by their own numbers: to a partner there is no such thing, which their own test tries. */
export const callsOfRulesById: readonly string[] = [
  'getRuleSet',
  'getRuleSetProcess',
  'listRuleSetHistory',
  'moveRuleSet',
  'getReassignmentRun',
  'listRunItems',
  'startReassignmentRun',
  'getAssignmentRule',
  'updateAssignmentRule',
  'deleteAssignmentRule',
]
