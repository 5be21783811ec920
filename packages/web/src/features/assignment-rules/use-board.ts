import {
  getAssignmentRule,
  getRuleBoard,
  getRuleSet,
  listRuleSets,
} from '@ipoteka-office/contract/assignment-rules/assignment-rules.ts'
import type { AssignmentScope } from '@ipoteka-office/contract/assignment-rules/assignment-scopes.ts'
import { useQuery } from '@tanstack/react-query'
import { keyOf, query, queryClient } from '#api/query.ts'

/** Everything that shows the rules of a list is read again. */
export function refreshRules(): void {
  for (const read of [getRuleBoard, listRuleSets, getRuleSet, getAssignmentRule])
    void queryClient.invalidateQueries({ queryKey: keyOf(read) })
}

/** The rules of a list: those in force and those that are prepared. */
export const useBoard = (scope: AssignmentScope) => useQuery(query(getRuleBoard, { params: { scope } }))
